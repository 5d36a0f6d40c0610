//! Plots as SVG, readable on light and dark pages. A plot shows only figures that are
//! also in a table beside it.

use std::path::Path;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::Error;
use crate::statistics::grouped;

const WIDTH: u32 = 860;
const INK: RGBColor = RGBColor(60, 60, 60);
const COLOURS: [RGBColor; 3] = [
    RGBColor(46, 125, 50),
    RGBColor(21, 101, 192),
    RGBColor(230, 81, 0),
];

/// Draws horizontal bars from zero, one for each name and value.
pub fn bars(path: &Path, title: &str, values: &[(String, f64)]) -> Result<(), Error> {
    let (left, top, row) = (230, 50, 34);
    let height = top + row * values.len() as u32 + 16;
    let area = SVGBackend::new(path, (WIDTH, height)).into_drawing_area();
    let draw = || -> Result<(), Box<dyn std::error::Error>> {
        area.fill(&WHITE)?;
        let centred = Pos::new(HPos::Left, VPos::Center);
        let label = ("sans-serif", 15).into_font().color(&INK).pos(centred);
        area.draw_text(title, &("sans-serif", 18).into_font().color(&INK), (12, 14))?;
        let most = values.iter().map(|(_, value)| *value).fold(1.0, f64::max);
        for (index, (name, value)) in values.iter().enumerate() {
            let middle = (top + row * index as u32 + row / 2) as i32;
            let end = left + (value / most * f64::from(WIDTH as i32 - left - 90)) as i32;
            let bar = [(left, middle - 11), (end, middle + 11)];
            area.draw(&Rectangle::new(bar, COLOURS[0].filled()))?;
            area.draw_text(name, &label, (12, middle))?;
            area.draw_text(&grouped(*value), &label, (end + 8, middle))?;
        }
        Ok(area.present()?)
    };
    draw().map_err(|error| Error::Plot(error.to_string()))
}

/// Draws named lines through points; both axes begin at zero.
pub fn lines(path: &Path, title: &str, lines: &[(&str, Vec<(f64, f64)>)]) -> Result<(), Error> {
    let area = SVGBackend::new(path, (WIDTH, 420)).into_drawing_area();
    let points = || lines.iter().flat_map(|(_, points)| points);
    let right = points().map(|(x, _)| x / 1e6).fold(0.0, f64::max) * 1.15;
    let top = points().map(|(_, y)| *y).fold(1.0, f64::max) * 1.1;
    let draw = || -> Result<(), Box<dyn std::error::Error>> {
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18).into_font().color(&INK))
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .draw()?;
        for ((name, points), colour) in lines.iter().zip(COLOURS) {
            let mut places = points.iter().map(|(x, y)| (x / 1e6, *y));
            chart.draw_series(LineSeries::new(places.clone(), colour.stroke_width(2)))?;
            if let Some(last) = places.next_back() {
                let label = ("sans-serif", 15).into_font().color(&colour);
                chart.draw_series([Text::new(format!(" {name}"), last, label)])?;
            }
        }
        Ok(area.present()?)
    };
    draw().map_err(|error| Error::Plot(error.to_string()))
}

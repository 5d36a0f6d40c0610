//! Differential test of the comparison against a validator: schemas with the
//! verdict "equal" allow the same values, a narrower schema allows no value that
//! the other rejects, a wider one rejects no value that the other allows; and each
//! witness is valid.
//!
//! The environment can set the number of pairs, of values for each pair, the seed, and
//! the number of the first pair, so that a run can be continued or one pair repeated:
//!
//!     PAIRS=100000 INSTANCES=1000 SEED=1 FIRST=0 cargo test --release \
//!         -p openapi-compare --test suite oracle -- --nocapture

mod random_pairs;

use random_pairs::{Verdict, least_undecided, outcome};
use std::collections::BTreeMap;

/// The maximum percentage of undecided pairs.
const UNDECIDED: usize = 1;

/// The number of pairs from which on each verdict has its share.
const PAIRS: u64 = 500;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

#[test]
fn no_verdict_contradicts_a_validator() {
    let (seed, first) = (setting("SEED", 3), setting("FIRST", 0));
    let (pairs, instances) = (setting("PAIRS", PAIRS), setting("INSTANCES", 100));
    let mut total = 0;
    // The number of pairs, and of those for which a random value shows a difference.
    let mut counts = BTreeMap::<Verdict, (usize, usize)>::new();
    let mut undecided = Vec::new();
    let mut contradictions = Vec::new();
    for index in first..first + pairs {
        let Some(outcome) = outcome(seed, index, instances as usize) else {
            continue;
        };
        total += 1;
        let (count, shown) = counts.entry(outcome.verdict).or_default();
        *count += 1;
        *shown += usize::from(outcome.is_shown);
        if outcome.verdict == Verdict::Undecided && !outcome.is_opaque {
            println!("pair {index} of seed {seed} is undecided");
            undecided.push(index);
        }
        if let Some(contradiction) = outcome.contradiction {
            println!("{:?} is contradicted: {contradiction}", outcome.verdict);
            contradictions.push(contradiction);
        }
    }
    for (verdict, (count, shown)) in &counts {
        println!("{count:>7} {verdict:?}, of {shown} a random value shows that they differ");
    }
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
    assert!(
        undecided.len() * 100 <= total * UNDECIDED,
        "{} of {total} pairs are undecided, such as\n{}",
        undecided.len(),
        least_undecided(seed, undecided[0])
    );
    // If all pairs were equal or undecided, the test would prove nothing.
    for (verdict, percentage) in
        [(Verdict::Equal, 30), (Verdict::Narrower, 5), (Verdict::Wider, 5), (Verdict::Different, 5)]
    {
        let (count, shown) = counts.get(&verdict).copied().unwrap_or_default();
        assert!(
            pairs < PAIRS || count * 100 >= total * percentage,
            "only {count} of {total} pairs are {verdict:?}"
        );
        assert!(
            pairs < PAIRS || verdict == Verdict::Equal || shown * 10 >= count * 9,
            "the values show only {shown} of {count} pairs that are {verdict:?}"
        );
    }
}

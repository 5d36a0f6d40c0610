//! Parameters of every style on a real socket: what the handler receives, and how bad
//! text is rejected.

use std::fmt::Write;

use openapi_dropshot::testing;
use openapi_examples::api::api_mod;
use openapi_examples::{Everything, Settings};
use reqwest::Client;

/// Method, path and query, and header fields.
type Row = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const ROWS: &[Row] = &[
    // Only what is required, which is an object without members: defaults.
    ("GET", "/styles", &[]),
    ("GET", "/styles?ids=3&ids=4", &[]),
    ("GET", "/styles?kinds=plain,2nd-hand,%2B", &[]),
    ("GET", "/styles?pipes=a%7Cb|c%2Cd", &[]),
    ("GET", "/styles?spaces=a%20b+c", &[]),
    ("GET", "/styles?point=x,1,y,-2", &[]),
    ("GET", "/styles?number=1&sort=a&sort=b", &[]),
    (
        "GET",
        "/styles?filter%5Bstatus%5D=on&filter[range][x]=1&filter[range][y]=2&filter[tags]=a&filter[tags]=b",
        &[],
    ),
    ("GET", "/styles?either=7", &[]),
    ("GET", "/styles?either=true&either=false", &[]),
    ("GET", "/styles?area=[%7B%22x%22:1,%22y%22:2%7D]", &[]),
    ("GET", "/styles?areas=[%7B%22x%22:1,%22y%22:2%7D]", &[]),
    ("GET", "/styles?points[1][x]=3&points[1][y]=4&points%5B0%5D%5Bx%5D=1&points[0][y]=2", &[]),
    ("GET", "/styles?note=a+b", &[]),
    ("GET", "/styles?level=&path=/a?b:c", &[]),
    ("GET", "/styles", &[("X-Ids", "1, 2"), ("X-Ids", "3"), ("X-Point", "x=1,y=2")]),
    (
        "GET",
        "/styles",
        &[("X-Area", r#"{"x": 1, "y": 2}"#), ("Cookie", "session=a%20b; other=1; visits=1,2")],
    ),
    // The first cookie of a name counts.
    ("GET", "/styles", &[("Cookie", "session=ab; visits=1; session=cd; visits=c")]),
    // The commas of an array that is encoded whole, unless they are text.
    ("GET", "/styles?kinds=plain%2C2nd-hand", &[("Cookie", "visits=1%2C2")]),
    ("GET", "/styles/1%2C2/.1.5/.x=1.y=2/;matrix=a/;matrices=a", &[]),
    (
        "GET",
        "/styles?filter[range][x]=1&filter[range][y]=2&filter[tags][1]=b&filter[tags][0]=a",
        &[],
    ),
    ("GET", "/styles/rest?limit=1&a=2&b=3", &[]),
    ("GET", "/styles/rest?a=2&key=good", &[]),
    ("GET", "/styles/1,2/.1.5/.x=1.y=2/;matrix=a,b%2Cc/;matrices=a;matrices=b", &[]),
    ("GET", "/files/a.b.txt", &[]),
    ("GET", "/exports/a.b.csv", &[]),
    ("GET", "/exports/a.jsonl?version=two", &[]),
    ("POST", "/files/7:cancel", &[]),
    // Every parameter of the request is wrong.
    (
        "GET",
        "/styles?ids=1&ids=a&kinds=plain,new&pipes=a&pipes=b&spaces=%ff&point=x,1,y&number=-1&filter[range][x]=1&filter[status=a&either=no&area=[1&note=longer&level=x",
        &[
            ("X-Ids", "1,a"),
            ("X-Point", "x,1,y,2"),
            ("X-Area", "x"),
            ("Cookie", "session=a; visits=a"),
        ],
    ),
    ("GET", "/styles?ids=1&ids=2&ids=3&ids=4", &[]),
    ("GET", "/styles?areas=1&points[a][x]=1", &[]),
    ("GET", "/styles/rest?limit=x&a=2&b=y", &[]),
    ("GET", "/styles/1,a/1/.x=1/matrix=a/;matrix=a", &[]),
    ("GET", "/files/a.exe", &[]),
    ("GET", "/files/a", &[]),
    ("GET", "/exports/.csv", &[]),
    ("GET", "/exports/a.csv?version=1&level=1", &[]),
    ("GET", "/exports/a.html", &[]),
    ("POST", "/files/x:cancel", &[]),
    ("POST", "/files/a.txt", &[]),
];

#[tokio::test]
async fn parameters_of_every_style_are_decoded_or_rejected() {
    let api = api_mod::api_description::<Everything>().unwrap();
    let settings = Settings { validates_responses: true };
    let server = testing::serve(api, settings).unwrap();
    let base = format!("http://{}", server.local_addr());
    let client = Client::new();
    let mut all = String::new();
    for (method, path, headers) in ROWS {
        let mut request = client.request(method.parse().unwrap(), format!("{base}{path}"));
        for (name, value) in *headers {
            request = request.header(*name, *value);
        }
        let response = request.send().await.unwrap();
        writeln!(all, "{method} {path}").unwrap();
        for (name, value) in *headers {
            writeln!(all, "{name}: {value}").unwrap();
        }
        let status = response.status().as_u16();
        let body = response.text().await.unwrap();
        // Each violation has a line. dropshot's own errors have a number at random.
        let body = body.replace("; at ", ";\n  at ");
        let body = if body.contains("request_id") { "from dropshot" } else { &body };
        writeln!(all, "{status} {body}\n").unwrap();
    }
    server.close().await.unwrap();
    expectorate::assert_contents("tests/output/parameters.txt", &all);
}

//! Differential test of the comparison against a validator: schemas with the
//! verdict "equal" allow the same values, a narrower schema allows no value that
//! the other rejects, a wider one rejects no value that the other allows; and each
//! witness is valid.

mod random_pairs;

use random_pairs::{Verdict, least_undecided, outcome};

/// `examples/random_pairs.rs` runs the same test with more pairs.
const SEED: u64 = 3;
const PAIRS: u64 = 500;
const INSTANCES: usize = 100;

/// The maximum percentage of undecided pairs.
const UNDECIDED: usize = 1;

#[test]
fn no_verdict_contradicts_a_validator() {
    let mut outcomes = Vec::new();
    let mut undecided = Vec::new();
    for index in 0..PAIRS {
        let Some(outcome) = outcome(SEED, index, INSTANCES) else {
            continue;
        };
        if outcome.verdict == Verdict::Undecided {
            undecided.push(index);
        }
        outcomes.push(outcome);
    }
    assert!(
        undecided.len() * 100 < outcomes.len() * UNDECIDED,
        "{} pairs are undecided, such as\n{}",
        undecided.len(),
        least_undecided(SEED, undecided[0])
    );
    let contradictions: Vec<&str> = outcomes
        .iter()
        .filter_map(|outcome| outcome.contradiction.as_deref())
        .collect();
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
    // If all pairs were equal or undecided, the test would prove nothing.
    for (verdict, at_least) in [
        (Verdict::Equal, 150),
        (Verdict::Narrower, 25),
        (Verdict::Wider, 25),
        (Verdict::Different, 25),
    ] {
        let of_verdict = outcomes.iter().filter(|one| one.verdict == verdict);
        let count = of_verdict.clone().count();
        assert!(count >= at_least, "only {count} pairs are {verdict:?}");
        let shown = of_verdict.filter(|one| one.is_shown).count();
        assert!(
            verdict == Verdict::Equal || shown * 10 >= count * 9,
            "the values show only {shown} of {count} pairs that are {verdict:?}"
        );
    }
}

//! Labels as bits of a number: bit i is set if label i is on offer.

/// The labels of a set, in ascending order, which is the order of the options.
pub(crate) fn labels_in(mut labels: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let label = labels.trailing_zeros() as u8;
        labels = labels.checked_sub(1)? & labels;
        Some(label)
    })
}

/// The label of an option, if there are that many.
///
/// ```
/// use ennead_game::label_at;
/// assert_eq!(label_at(0b1_0010_0001, 1), Some(5));
/// assert_eq!(label_at(0b1_0010_0001, 3), None);
/// ```
pub fn label_at(labels: u64, option: u32) -> Option<u8> {
    labels_in(labels).nth(option as usize)
}

/// The option that a label stands for, if it is on offer.
///
/// ```
/// use ennead_game::option_of;
/// assert_eq!(option_of(0b1_0010_0001, 5), Some(1));
/// assert_eq!(option_of(0b1_0010_0001, 4), None);
/// ```
pub fn option_of(labels: u64, label: u8) -> Option<u32> {
    let bit = 1u64.checked_shl(label.into())?;
    (labels & bit != 0).then(|| (labels & (bit - 1)).count_ones())
}

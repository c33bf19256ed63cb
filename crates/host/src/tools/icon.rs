//! Icons for games that provide none.

/// The most letters on an icon.
const MAX_INITIALS: usize = 2;
/// The number of hues on the colour wheel, in degrees.
const HUES: u32 = 360;

/// The initials of a title on a tile whose colour is derived from the id.
pub(super) fn generated_icon(id: &str, title: &str) -> String {
    let hue = id.bytes().fold(0, |hue, byte| (hue * 31 + u32::from(byte)) % HUES);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\">\
         <rect width=\"64\" height=\"64\" rx=\"12\" fill=\"hsl({hue} 45% 38%)\"/>\
         <text x=\"32\" y=\"33\" fill=\"#fff\" font-family=\"sans-serif\" font-size=\"30\" \
         font-weight=\"bold\" text-anchor=\"middle\" dominant-baseline=\"central\">\
         {}</text></svg>\n",
        initials(title)
    )
}

/// The first letters of a title's first words. Only letters and digits, so nothing needs escaping.
fn initials(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter_map(|word| word.chars().next());
    words.take(MAX_INITIALS).flat_map(char::to_uppercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_letters_of_the_first_words() {
        assert_eq!(initials("Sticks"), "S");
        assert_eq!(initials("liar's dice"), "LS");
        assert_eq!(initials("<b> & \"x\""), "BX");
        assert_eq!(initials(""), "");
    }

    #[test]
    fn icons_differ_by_id() {
        assert_ne!(generated_icon("sticks", "Sticks"), generated_icon("stones", "Sticks"));
        assert!(generated_icon("sticks", "Sticks").contains(">S</text>"));
    }
}

//! Sums and dot products of vectors of 16-bit integers whose length is a multiple of eight.

#[cfg(not(target_feature = "simd128"))]
pub(super) use plain::{add, dot};
#[cfg(target_feature = "simd128")]
pub(super) use simd128::{add, dot};

#[cfg(not(target_feature = "simd128"))]
mod plain {
    #[inline]
    pub(crate) fn add<const N: usize>(sums: &mut [i16; N], part: &[i16; N]) {
        sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
    }

    /// The dot product. Eight running sums let the compiler use the instruction that multiplies and
    /// adds pairs.
    #[inline]
    pub(crate) fn dot<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
        let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
        let mut sums = [0; 8];
        for (a, b) in a.iter().zip(b) {
            let products: [i32; 8] = std::array::from_fn(|at| i32::from(a[at]) * i32::from(b[at]));
            sums.iter_mut().zip(products).for_each(|(sum, product)| *sum += product);
        }
        sums.iter().sum()
    }
}

/// The same with WebAssembly SIMD: the compiler does not vectorise a module that is optimised for
/// size.
#[cfg(target_feature = "simd128")]
mod simd128 {
    use std::arch::wasm32::{
        i16x8, i16x8_add, i16x8_extract_lane, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane,
        i32x4_splat, v128,
    };

    #[inline]
    fn vector(lanes: &[i16; 8]) -> v128 {
        let [a, b, c, d, e, f, g, h] = *lanes;
        i16x8(a, b, c, d, e, f, g, h)
    }

    #[inline]
    fn lanes(vector: v128) -> [i16; 8] {
        [
            i16x8_extract_lane::<0>(vector),
            i16x8_extract_lane::<1>(vector),
            i16x8_extract_lane::<2>(vector),
            i16x8_extract_lane::<3>(vector),
            i16x8_extract_lane::<4>(vector),
            i16x8_extract_lane::<5>(vector),
            i16x8_extract_lane::<6>(vector),
            i16x8_extract_lane::<7>(vector),
        ]
    }

    #[inline]
    pub(crate) fn add<const N: usize>(sums: &mut [i16; N], part: &[i16; N]) {
        let (sums, part) = (sums.as_chunks_mut().0, part.as_chunks().0);
        for (sums, part) in sums.iter_mut().zip(part) {
            *sums = lanes(i16x8_add(vector(sums), vector(part)));
        }
    }

    #[inline]
    pub(crate) fn dot<const N: usize>(a: &[i16; N], b: &[i16; N]) -> i32 {
        let (a, b) = (a.as_chunks().0, b.as_chunks().0);
        let sums = a.iter().zip(b).fold(i32x4_splat(0), |sums, (a, b)| {
            i32x4_add(sums, i32x4_dot_i16x8(vector(a), vector(b)))
        });
        i32x4_extract_lane::<0>(sums)
            + i32x4_extract_lane::<1>(sums)
            + i32x4_extract_lane::<2>(sums)
            + i32x4_extract_lane::<3>(sums)
    }
}

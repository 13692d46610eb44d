//! Symmetric positive definite matrices.

use alloc::vec::Vec;

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, cells: alloc::vec![0.0; size * size] }
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    /// The Cholesky factor L with L Lᵀ = this. A pivot that rounding makes negative counts as tiny.
    pub fn factorise(mut self) -> Factor {
        let n = self.size;
        for i in 0..n {
            for j in 0..=i {
                let sum = self.at(i, j) - dot(&self.row(i)[..j], &self.row(j)[..j]);
                let pivot = self.cells[j * n + j];
                self.cells[i * n + j] = if i == j { libm::sqrt(sum.max(1e-12)) } else { sum / pivot };
            }
        }
        Factor(self)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four independent sums run in parallel.
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let tail: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a4.zip(b4) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    sums[0] + sums[1] + sums[2] + sums[3] + tail
}

pub(super) struct Factor(Matrix);

impl Factor {
    /// Solves `matrix x = right`.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.0.size;
        let mut x = right.to_vec();
        for i in 0..n {
            x[i] = (x[i] - dot(&self.0.row(i)[..i], &x[..i])) / self.0.at(i, i);
        }
        for i in (0..n).rev() {
            x[i] /= self.0.at(i, i);
            let (before, at) = x.split_at_mut(i);
            for (value, factor) in before.iter_mut().zip(self.0.row(i)) {
                *value -= factor * at[0];
            }
        }
        x
    }

    /// Half the logarithm of the determinant.
    pub fn half_log_determinant(&self) -> f64 {
        (0..self.0.size).map(|i| libm::log(self.0.at(i, i))).sum()
    }

    /// The sum of the first `count` diagonal elements of the inverse: the squares of those columns of the inverse of L.
    pub fn inverse_trace(&self, count: usize) -> f64 {
        let n = self.0.size;
        let mut trace = 0.0;
        let mut column = alloc::vec![0.0; n];
        for first in 0..count.min(n) {
            column.fill(0.0);
            for i in first..n {
                let unit = if i == first { 1.0 } else { 0.0 };
                column[i] = (unit - dot(&self.0.row(i)[first..i], &column[first..i])) / self.0.at(i, i);
                trace += column[i] * column[i];
            }
        }
        trace
    }

    pub fn inverse(&self) -> Matrix {
        let n = self.0.size;
        let mut inverse = Matrix::zero(n);
        for column in 0..n {
            let mut unit = alloc::vec![0.0; n];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

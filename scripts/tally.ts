/** What came of a set of tests or checks. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };
export const passes = (passed: number): Tally => ({ ...NOTHING, passed });
export const failures = (failed: number): Tally => ({ ...NOTHING, failed });
export const skips = (skipped: number): Tally => ({ ...NOTHING, skipped });

export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const toClosingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

import { describe, expect, it } from 'vitest';
import { failingRun } from './fixtures/failing-run.ts';
import { serializeReport } from './json.ts';
import { readReport, UnreadableReportError } from './upgrade.ts';

/** The stored report, with one thing changed. */
function changed(change: (report: Record<string, unknown>) => void): string {
  const report = JSON.parse(serializeReport(failingRun())) as Record<string, unknown>;
  change(report);
  return JSON.stringify(report);
}

function refusal(text: string): UnreadableReportError {
  try {
    readReport(text);
  } catch (error) {
    if (error instanceof UnreadableReportError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('readReport', () => {
  it('reads what was written', () => {
    expect(readReport(serializeReport(failingRun()))).toEqual(failingRun());
  });

  it('leaves fields that it does not know in place', () => {
    const text = changed((report) => (report['more'] = 1));
    expect(readReport(text)).toMatchObject({ more: 1 });
  });

  it('refuses what a newer lost200 wrote, and says what to do', () => {
    const error = refusal(changed((report) => (report['schemaVersion'] = 2)));
    expect(error.code).toBe('LOST200_E_REPORT_NEWER');
    expect(error.message).toBe('Cannot read the report: its schemaVersion is 2, this lost200 knows up to 1.');
    expect(error.remedy).toContain('lost200 version that wrote it');
  });

  it.each<[string, string]>([
    ['not JSON', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['another document', '{"schemaVersion":"1.0","stats":{}}'],
    ['version 0', changed((report) => (report['schemaVersion'] = 0))],
    ['another tool', changed((report) => (report['tool'] = { name: 'x', version: '1' }))],
    ['no run', changed((report) => delete report['run'])],
    ['no summary', changed((report) => delete report['summary'])],
    ['no notices', changed((report) => delete report['notices'])],
    ['scenarios that are no list', changed((report) => (report['scenarios'] = {}))],
    ['a scenario that is none', changed((report) => (report['scenarios'] = [1]))],
  ])('refuses %s', (_name, text) => {
    expect(refusal(text).code).toBe('LOST200_E_REPORT_MALFORMED');
  });

  it('says where the fault is', () => {
    const text = serializeReport(failingRun()).replace(
      '"outcome": "skipped",\n     "because"',
      '"outcome": "maybe",\n     "because"',
    );
    expect(refusal(text).message).toMatch(
      /^Cannot read the report: scenarios\[\d+]\.verdicts\[\d+]\.outcome is none of/,
    );
  });
});

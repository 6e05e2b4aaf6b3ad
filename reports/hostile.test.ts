import { describe, expect, it } from 'vitest';
import { renderAll } from './broadcast.ts';
import {
  HistoryScript,
  plan,
  runReport,
  scenarioReport,
  sentence,
  verdict,
} from './fixtures/report-parts.ts';
import { elementsNamed, readXml } from './fixtures/well-formed.ts';
import { serializeReport } from './json.ts';
import { renderJunit } from './junit.ts';
import { reporters } from './reporters.ts';
import type { RunReport } from './run-report.ts';
import { renderSideBySide } from './side-by-side.ts';
import { renderTerminal } from './terminal.ts';
import { readReport } from './upgrade.ts';

const HOSTILE: readonly [string, string][] = [
  ['a script end', '</script><script>alert(1)</script>'],
  ['a CDATA end', 'a ]]> b <![CDATA[ c & d'],
  ['a closing tag', "\"/></failure></testcase><testcase name='x'>"],
  ['control characters', 'a\u0000\u0007\u001b[2J\u001b]0;title\u0007\r\nb\u0085\u009b31m'],
  ['marks that reorder text', 'a\u202eb\u2066c\u200fd\u2028e\ufeff'],
  ['halves of characters', 'a\ud800b\udc00\uffff\ufffe'],
  ['ten thousand characters', 'x'.repeat(10_000)],
  ['ten thousand pairs', '💣'.repeat(5000)],
];

/** What no view may hold raw: controls but line breaks, bidi and other format characters, half surrogates. */
const LIVE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** A failing run in which every text that a receiver or a user has a hand in is the hostile one. */
function hostileRun(text: string): RunReport {
  const id = `acks/${text}`;
  const words = sentence(text, text);
  const script = new HistoryScript()
    .start(1, 1)
    .end(
      1,
      1,
      { kind: 'failed', status: 500 },
      { kind: 'response', status: 500, headers: {}, body: text, latencyMs: 1 },
    )
    .state(text)
    .effects(text, text)
    .add({ actor: 'control', kind: 'receiver-exited', detail: text })
    .add({ actor: 'observer', kind: 'observer-failed', observer: text, objectId: text, message: text })
    .add({ actor: 'control', kind: 'note', note: text })
    .add({ actor: 'provider', kind: 'fault', fault: text, deliveryIds: [text] });
  const violation = {
    key: text,
    subject: text,
    expected: text,
    actual: text,
    evidence: [0, 3, 4, 5, 6, 7, 8, 99],
  };
  const scenario = scenarioReport(
    id,
    text,
    [
      verdict(id, text, { outcome: 'fail', because: words, remedy: words, violations: [violation] }),
      verdict(id, 'no-loss', { outcome: 'unknown', because: words, remedy: words }),
      verdict(id, 'no-regression', { outcome: 'skipped', because: words }),
    ],
    {
      entries: script.entries,
      embeddedPlan: plan(id, text, [text]),
      history: { path: text, from: 0, to: 1 },
      plan: { sha256: text, path: text },
    },
  );
  return runReport([scenario], {
    receiver: { url: text, capabilities: [text] },
    notices: [{ level: 'error', sentence: words, remedy: words }],
  });
}

describe.each(HOSTILE)('%s', (_name, text) => {
  it('leaves every view inert', () => {
    const { artifacts, failures } = renderAll(
      hostileRun(text),
      reporters.map((reporter) => reporter.name),
    );
    expect(failures).toEqual([]);
    for (const artifact of artifacts) expect(LIVE.exec(artifact.text)).toBeNull();
    const columns = [{ name: text, report: hostileRun(text) }];
    expect(LIVE.exec(renderSideBySide(columns))).toBeNull();
    expect(LIVE.exec(renderTerminal(hostileRun(text), { colour: false, verbose: true }))).toBeNull();
  });

  it('leaves the XML well-formed, and adds no element to it', () => {
    const root = readXml(renderJunit(hostileRun(text), {}));
    const shape = (name: string): number => elementsNamed(root, name).length;
    expect(['testsuite', 'testcase', 'failure', 'error', 'skipped'].map(shape)).toEqual([2, 4, 1, 2, 1]);
  });

  it('is kept whole by the JSON, which reads and writes to the same bytes', () => {
    const written = serializeReport(hostileRun(text));
    expect(readReport(written)).toEqual(hostileRun(text));
    expect(serializeReport(readReport(written))).toBe(written);
  });

  it('takes no more than a few lines of the summary', () => {
    const summary = renderTerminal(hostileRun(text), { colour: false });
    expect(summary.length).toBeLessThan(20_000);
    expect(summary.split('\n').length).toBeLessThan(120);
  });
});

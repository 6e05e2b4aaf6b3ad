import { describe, expect, it } from 'vitest';
import { renderAll } from './broadcast.ts';
import { failingRun } from './fixtures/failing-run.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import type { Reporter } from './reporter.ts';
import { reporters } from './reporters.ts';

const broken: Reporter = {
  name: 'broken',
  title: 'crashes',
  render: () => {
    throw new TypeError('no such thing');
  },
};

describe('renderAll', () => {
  it('keeps what the others made when one crashes', () => {
    const { artifacts, failures } = renderAll(failingRun(), ['json', 'broken', 'junit'], { colour: false }, [
      json,
      broken,
      junit,
    ]);
    expect(artifacts.map((artifact) => artifact.name)).toEqual(['report.json', 'junit.xml']);
    expect(failures).toEqual([{ reporter: 'broken', message: 'no such thing' }]);
  });

  it('survives a reporter that throws no error, and one whose artifacts cannot be read', () => {
    const odd: Reporter = {
      ...broken,
      name: 'odd',
      render: () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error
        throw 'words';
      },
    };
    const trap: Reporter = {
      ...broken,
      name: 'trap',
      render: () => [
        {
          name: 'x',
          get text(): string {
            throw new Error('trapped');
          },
        },
      ],
    };
    const { artifacts, failures } = renderAll(failingRun(), ['odd', 'trap'], { colour: false }, [odd, trap]);
    expect(artifacts).toEqual([]);
    expect(failures.map((failure) => failure.message)).toEqual(['words', 'trapped']);
  });

  it('says which names there are when it does not know one', () => {
    const { artifacts, failures } = renderAll(failingRun(), ['terminal', 'pdf', 'terminal']);
    expect(artifacts.map((artifact) => artifact.name)).toEqual(['summary.txt']);
    expect(failures).toEqual([
      { reporter: 'pdf', message: 'No reporter is named "pdf". There are: json, junit, terminal.' },
    ]);
  });

  it('has reporters with different names and files', () => {
    const names = reporters.map((reporter) => reporter.name);
    expect(new Set(names).size).toBe(names.length);
    const files = renderAll(failingRun(), names).artifacts.map((artifact) => artifact.name);
    expect(new Set(files).size).toBe(files.length);
  });
});

/** The folder of one run: report, history, plans, the receiver's log, rendered reports; and failures worth committing. */
import { createHash } from 'node:crypto';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { serializePlan, type Plan } from '../../simulator/plan.ts';
import { HISTORY_VERSION, serializeEntry, type HistoryEntry } from '../../simulator/history.ts';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';

export interface RunFiles {
  /** Relative to the working directory, as reports name it. */
  readonly folder: string;
  readonly receiverLog: string;
  savePlan(plan: Plan): { readonly sha256: string; readonly path: string };
  /** Also into `failures/`, under a name that its content decides. */
  saveFailure(plan: Plan): string;
  saveHistory(startedAt: string, entries: readonly HistoryEntry[]): string;
  saveText(name: string, text: string): string;
  /** Removes the folder of a run that never began. */
  discardIfEmpty(): void;
}

export function createRunFiles(out: string, runId: string, cwd: string = process.cwd()): RunFiles {
  const folder = resolve(cwd, out, 'runs', runId);
  makeFolder(join(folder, 'plans'), out);
  const name = (path: string): string => relative(cwd, path) || '.';
  const save = (path: string, text: string): string => {
    writeFileSync(path, text);
    return name(path);
  };
  return {
    folder: name(folder),
    receiverLog: join(folder, 'receiver.log'),
    savePlan: (plan) => {
      const text = serializePlan(plan);
      return { sha256: sha256(text), path: save(join(folder, 'plans', `${fileName(plan)}.json`), text) };
    },
    saveFailure: (plan) => {
      const text = serializePlan(plan);
      const failures = resolve(cwd, out, 'failures');
      mkdirSync(failures, { recursive: true });
      return save(
        join(failures, `${plan.scenario.id.replaceAll('/', '-')}-${sha256(text).slice(0, 8)}.json`),
        text,
      );
    },
    saveHistory: (startedAt, entries) =>
      save(
        join(folder, 'history.ndjson'),
        serializeEntry({ historyVersion: HISTORY_VERSION, runId, startedAt }) +
          entries.map(serializeEntry).join(''),
      ),
    saveText: (file, text) => save(join(folder, file), text),
    discardIfEmpty: () => {
      for (const empty of [join(folder, 'plans'), folder]) {
        try {
          rmdirSync(empty);
        } catch {
          return; // there is something in it
        }
      }
    },
  };
}

function makeFolder(folder: string, out: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      `The run cannot be kept in ${out}: ${reasonOf(error)}`,
      'Give --out a folder that can be written.',
      { cause: error },
    );
  }
}

function fileName(plan: Plan): string {
  return `${plan.scenario.id}-${plan.seed}`.replaceAll(/[^A-Za-z0-9._~-]/g, '-');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

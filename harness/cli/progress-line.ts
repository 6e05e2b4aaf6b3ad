/** Progress on stderr: one line that is written over on a terminal, plain lines elsewhere. */
import { wallClock } from '../../simulator/clock.ts';
import type { ProgressEvent, ProgressListener } from '../run/progress.ts';

const BAR_WIDTH = 24;

export interface ProgressLine {
  readonly listener: ProgressListener;
  /** Clears the line, so that something else can be printed. */
  done(): void;
}

function targetOf(url: string): string {
  return url.includes('{port}') ? 'the receiver that --exec starts' : url;
}

export function progressLine(title = 'lost200', stream: NodeJS.WriteStream = process.stderr): ProgressLine {
  const startedMs = wallClock.tickMs();
  let attempts = 0;
  let phase = '';
  const overwrite = (text: string): void => {
    stream.write(`\r\u001b[2K${text.slice(0, (stream.columns || 100) - 1)}`);
  };
  const seconds = (): string => ((wallClock.tickMs() - startedMs) / 1000).toFixed(1);
  const show = (text: string, always: boolean): void => {
    if (stream.isTTY) overwrite(`${title}  ${text}`);
    else if (always) stream.write(`${title}  ${text}\n`);
  };
  const listener = (event: ProgressEvent): void => {
    switch (event.kind) {
      case 'run-started':
        show(
          `seed ${event.seed}, ${event.plays} play${event.plays === 1 ? '' : 's'} against ${targetOf(event.url)}`,
          true,
        );
        break;
      case 'phase':
        phase = event.phase;
        show(`${phase} (${seconds()} s)`, phase === 'calm' || phase === 'storm' || phase === 'reproduce');
        break;
      case 'play-ended': {
        attempts += event.attempts;
        const filled = Math.round((BAR_WIDTH * event.done) / event.of);
        const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
        show(
          `${phase} ${bar} ${event.done}/${event.of} plays, ${attempts} attempts, ${seconds()} s`,
          event.done === event.of,
        );
        break;
      }
      case 'estimate':
        show(`about ${event.seconds} s to go`, true);
        break;
      case 'waiting':
        show(`${phase}: ${event.detail} (${seconds()} s)`, false);
        break;
      case 'judged':
        show(`${event.cases} cases judged, ${event.failures} failed (${seconds()} s)`, true);
        break;
    }
  };
  return {
    listener,
    done: () => {
      if (stream.isTTY) overwrite('');
    },
  };
}

/** What the sink has to say for people: calls that never came, that name nothing of ours, that it could not look into. */
import type { Notice } from '../../../reports/run-report.ts';
import type { SinkSettings } from '../../config/settings.ts';
import { say } from '../../judging/say.ts';
import type { CallCounts } from './call-book.ts';
import { DEFAULT_SMTP_ENV } from './smtp.ts';

export function sinkNotices(
  settings: SinkSettings,
  counts: CallCounts,
  refusedHosts: ReadonlyMap<string, number>,
): readonly Notice[] {
  const hosts = [...refusedHosts].map(([host, times]) => `${host} (${times} times)`).join(', ');
  const tunnels: readonly Notice[] =
    hosts === ''
      ? []
      : [
          {
            level: 'warning',
            sentence: say('sink-tunnel-refused', 'sink: the proxy refused tunnels to {hosts}', { hosts }),
            remedy: say(
              'sink-tunnel-refused-remedy',
              'Nobody can look into TLS: give the receiver an http:// base URL (sink.env) for what is to be counted; allow the rest: sink.proxy.allow.',
            ),
          },
        ];
  if (counts.named > 0) return tunnels;
  if (counts.calls === 0) return [...tunnels, unused(settings)];
  const kinds = counts.unnamed.join(', ') || 'reads only';
  return [
    ...tunnels,
    {
      level: 'warning',
      sentence: say(
        'sink-unnamed',
        'sink: the receiver called {count} times, and no call names an id of ours ({kinds})',
        { count: counts.calls, kinds },
      ),
      remedy: say(
        'sink-unnamed-remedy',
        "Send the event's id or the object's id along, in a header or in the body; ids of fewer than eight characters are not looked for (ids.object).",
      ),
    },
  ];
}

function unused(settings: SinkSettings): Notice {
  const names = [
    ...settings.env.map(({ name }) => name),
    ...(settings.smtp === undefined ? [] : Object.values(settings.smtp.env ?? DEFAULT_SMTP_ENV)),
    ...(settings.proxy === undefined ? [] : ['HTTP_PROXY']),
  ];
  const values = { names: names.join(', ') || '(none)' };
  return {
    level: 'warning',
    sentence: say('sink-unused', 'sink: the receiver never called it', values),
    remedy: say(
      'sink-unused-remedy',
      'Look whether the receiver takes its base URL from the variable that it was given ({names}), and does not overwrite it from a file.',
      values,
    ),
  };
}

/** The sink of a config, resolved. */
import { Lost200Error } from '../errors.ts';
import { listOf } from './list-of.ts';
import { problem, resolvePathToken, type Scope } from './scope.ts';
import type { Settings, SinkSettings } from './settings.ts';
import type { SinkConfig, UserConfig } from './user-config.ts';

/** @throws Lost200Error LOST200_E_CONFIG, LOST200_E_USAGE */
export function resolveSink(scope: Scope, config: UserConfig): Pick<Settings, 'sink'> {
  const { sink } = config;
  if (sink === undefined) return {};
  const env = listOf(sink.env).map((written) => {
    const at = written.indexOf('=');
    return at < 0 ? { name: written, path: '' } : { name: written.slice(0, at), path: written.slice(at + 1) };
  });
  if (config.exec === undefined) checkFixed(scope, sink);
  const token = resolvePathToken(scope, sink.token ?? scope.env['LOST200_SINK_TOKEN'], ['sink', 'token']);
  const { port, smtp, proxy } = sink;
  return {
    sink: {
      env,
      ...(port !== undefined && { port }),
      ...(token !== undefined && { token }),
      keys: listOf(sink.keys),
      ignore: listOf(sink.ignore),
      judge: listOf(sink.judge),
      routes: (sink.routes ?? []).map(({ method, path, status, body, headers }) => ({
        ...(method !== undefined && { method }),
        path,
        status: status ?? 200,
        ...(body !== undefined && { body }),
        headers: headers ?? {},
      })),
      ...(smtp !== undefined && { smtp: smtp === true ? {} : withoutAbsent(smtp) }),
      ...(proxy !== undefined && { proxy: proxyOf(proxy) }),
    },
  };
}

function withoutAbsent(
  smtp: Exclude<NonNullable<SinkConfig['smtp']>, true>,
): NonNullable<SinkSettings['smtp']> {
  const { env, port } = smtp;
  const names = env && {
    ...(env.url !== undefined && { url: env.url }),
    ...(env.host !== undefined && { host: env.host }),
    ...(env.port !== undefined && { port: env.port }),
  };
  return { ...(names && { env: names }), ...(port !== undefined && { port }) };
}

function proxyOf(proxy: NonNullable<SinkConfig['proxy']>): NonNullable<SinkSettings['proxy']> {
  if (proxy === true) return { allow: [] };
  return { allow: listOf(proxy.allow), ...(proxy.port !== undefined && { port: proxy.port }) };
}

/** A receiver that runs already cannot be told where the sink is: the address must be known beforehand. */
function checkFixed(scope: Scope, sink: SinkConfig): void {
  if (listOf(sink.env).length > 0) {
    throw new Lost200Error(
      'LOST200_E_USAGE',
      `${scope.source.label(['sink', 'env'])} names variables for a receiver that lost200 starts.`,
      'Give --exec too; or fix sink.port and sink.token, and start the receiver with http://127.0.0.1:<port>/<token> as its base URL.',
    );
  }
  const doors = { port: sink.port, smtp: sink.smtp, proxy: sink.proxy };
  const loose = Object.entries(doors).find(([, door]) =>
    typeof door === 'object' ? door.port === undefined : door === true,
  );
  if (loose === undefined && sink.port !== undefined) return;
  const path = loose === undefined || loose[0] === 'port' ? ['sink', 'port'] : ['sink', loose[0], 'port'];
  throw problem(
    scope,
    path,
    'is missing: a receiver that runs already must know where to call.',
    'Give a fixed port (and sink.token for the path), or let lost200 start the receiver: --exec.',
  );
}

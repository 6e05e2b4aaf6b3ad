/** Which machines a run may touch: this one and private networks. Anything else only when the user names the host. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Lost200Error } from '../errors.ts';
import { reasonOf } from '../reason.ts';
import { fillTemplate, placeholdersOf } from '../template.ts';
import type { Hook, Settings } from './settings.ts';

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

const privateNetworks = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, prefix, 'ipv4');
}
privateNetworks.addAddress('0.0.0.0', 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addAddress('::', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');

/**
 * Resolves when the URL (a template is fine) leads to this machine or a private network, or its host is one of `allowHosts`
 * exactly. A name is allowed only if every address of it is; `localhost` and `*.localhost` are this machine by definition,
 * `*.internal` is a name like any other. Link-local addresses (cloud metadata) are not private.
 * @throws Lost200Error LOST200_E_HOST_NOT_ALLOWED (for a public-looking name without an address too), LOST200_E_UNREACHABLE for
 * any other name that has no address
 */
export async function checkTarget(
  url: string,
  allowHosts: readonly string[],
  resolveHost: ResolveHost = resolveWithDns,
): Promise<void> {
  const host = hostOf(url);
  if (host === '' || allowHosts.some((allowed) => bareHost(allowed) === host)) return;
  if (host === 'localhost' || host.endsWith('.localhost')) return;
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolveHost) : [host];
  const outside = addresses.find((address) => !isPrivate(address));
  if (outside === undefined) return;
  const what = outside === host ? host : `${host} (${outside})`;
  throw new Lost200Error(
    'LOST200_E_HOST_NOT_ALLOWED',
    `${what} is neither this machine nor in a private network, and lost200 sends forged, broken and repeated requests.`,
    `If this system is yours to attack, say so: --allow-host ${host} (config: allowHost).`,
  );
}

/** Checks everything that a run would connect to: the receiver, observers, hooks, databases. */
export async function checkTargets(settings: Settings, resolveHost?: ResolveHost): Promise<void> {
  const { http, sql, tables } = settings.observe;
  const hooks = [settings.arrange, settings.cleanup, settings.drain];
  const urls = [
    settings.url,
    http?.state?.url,
    http?.effects?.url,
    http?.values?.url,
    sql?.database,
    tables?.database,
    ...hooks.map(hookTarget),
  ];
  for (const url of new Set(urls)) {
    if (url !== undefined) await checkTarget(url, settings.allowHosts, resolveHost);
  }
}

function hookTarget(hook: Hook | undefined): string | undefined {
  if (hook?.kind === 'http') return hook.url;
  return hook?.kind === 'sql' ? hook.database : undefined;
}

/** The host that a template leads to; empty for a socket in the file system. */
function hostOf(template: string): string {
  const [one, two] = [hostFilledWith(template, '1'), hostFilledWith(template, '2')];
  if (one === two) return one;
  throw new Lost200Error(
    'LOST200_E_HOST_NOT_ALLOWED',
    `The host of ${template} is made from a placeholder, so nobody can say beforehand where it leads.`,
    'Write the host out; placeholders may stand in the port, the path and the query.',
  );
}

function hostFilledWith(template: string, filling: string): string {
  if (template.startsWith('sqlite:')) return '';
  const values = Object.fromEntries(placeholdersOf(template).map((name) => [name, filling]));
  const url = new URL(fillTemplate(template, values));
  const isDatabase = url.protocol.startsWith('postgres');
  const named = isDatabase ? (url.searchParams.get('host') ?? url.hostname) : url.hostname;
  return named.startsWith('/') ? '' : bareHost(decodeURIComponent(named));
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function isPrivate(address: string): boolean {
  return privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

async function addressesOf(host: string, resolveHost: ResolveHost): Promise<readonly string[]> {
  try {
    return await resolveHost(host);
  } catch (error) {
    if (host.includes('.') && !/\.(local|internal|test|lan|home\.arpa)$/.test(host)) {
      throw new Lost200Error(
        'LOST200_E_HOST_NOT_ALLOWED',
        `${host} looks like a public host and has no address here (${reasonOf(error)}); lost200 attacks only this machine and private networks.`,
        `If this system is yours to attack, say so: --allow-host ${host} (config: allowHost).`,
        { cause: error },
      );
    }
    throw new Lost200Error(
      'LOST200_E_UNREACHABLE',
      `The host name ${host} has no address (${reasonOf(error)}).`,
      'Check the spelling, or that the network in which the name is known is up.',
      { cause: error },
    );
  }
}

async function resolveWithDns(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map((entry) => entry.address);
}

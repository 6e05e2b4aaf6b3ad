#!/usr/bin/env node
/** The command line: parse, dispatch, and turn whatever happens into a message and an exit code (DESIGN 5.1). */
import { Command, CommanderError, Option } from 'commander';
import { EXIT, Lost200Error } from '../errors.ts';
import type { CliOptions } from '../config/cli-options.ts';
import { version } from '../version.ts';
import { CHECK_OPTIONS, DEMO_OPTIONS, OUTPUT_OPTIONS, SETTING_OPTIONS, type OptionRow } from './options.ts';
import type { CheckOptions } from './commands/check-observer.ts';
import type { ExplainOptions } from './commands/explain.ts';
import { reportBug, reportError, type OutputOptions } from './screen.ts';

type Options = CliOptions & OutputOptions;

function withOptions(command: Command, rows: readonly OptionRow[]): Command {
  for (const row of rows) {
    const option = new Option(row.flags, row.text);
    if (row.repeatable === true) {
      option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);
    }
    command.addOption(option);
  }
  return command;
}

/** Heavy modules are loaded by the command that needs them. */
function program(finish: (code: number) => void): Command {
  const root = new Command('lost200')
    .description('A webhook provider that goes wrong on purpose, and a judge of what that did to your data.')
    .version(version)
    .exitOverride()
    // What is wrong with the words is said in `main`, as every other error is.
    .configureOutput({ outputError: () => undefined })
    .showSuggestionAfterError();
  withOptions(root.command('run'), [...SETTING_OPTIONS, ...OUTPUT_OPTIONS])
    .description('play the catalogue against a receiver')
    .usage('[options] [url] [ids...]')
    .argument('[url-or-ids...]', "the receiver's URL, then globs over scenario ids: 'duplicates/*'")
    .action(async (words: readonly string[], options: Options) => {
      const { runCommand } = await import('./commands/run.ts');
      finish(await runCommand(words, options));
    });
  withOptions(root.command('replay'), [...SETTING_OPTIONS, ...OUTPUT_OPTIONS])
    .description('play a stored plan again')
    .argument('<file>', 'a plan: .lost200/failures/*.json')
    .argument('[url]', "the receiver's URL")
    .action(async (file: string, url: string | undefined, options: Options) => {
      const { replayCommand } = await import('./commands/replay.ts');
      finish(await replayCommand(file, url, options));
    });
  withOptions(root.command('demo'), [...DEMO_OPTIONS, ...OUTPUT_OPTIONS])
    .description('attack two bundled receivers, one right and one wrong')
    .option('--seed <text>', 'seed of all plans', 'demo')
    .option('--out <folder>', 'where the runs are kept', '.lost200')
    .action(
      async (
        options: OutputOptions & { readonly seed: string; readonly out: string; readonly replay?: string },
      ) => {
        const { demoCommand } = await import('./commands/demo.ts');
        finish(await demoCommand(options));
      },
    );
  withOptions(root.command('check-observer'), [...CHECK_OPTIONS, ...OUTPUT_OPTIONS])
    .description('check an observer program or module that you wrote, alone')
    .option('--config <file>', 'config file (default: lost200.config.{ts,mjs,js,json,yaml} here)')
    .action(async (options: CheckOptions) => {
      const { checkObserverCommand } = await import('./commands/check-observer.ts');
      finish(await checkObserverCommand(options));
    });
  withOptions(root.command('list'), [OUTPUT_OPTIONS[0] ?? { flags: '--json', text: '' }])
    .description('scenarios, invariants, faults, hazards, alterations, profiles, lifecycles, reporters')
    .argument('[kind]')
    .action(async (kind: string | undefined, options: OutputOptions) => {
      const { listCommand } = await import('./commands/list.ts');
      finish(listCommand(kind, options));
    });
  withOptions(root.command('explain'), [OUTPUT_OPTIONS[0] ?? { flags: '--json', text: '' }])
    .description('what a profile, a scenario or anything else on the lists is, and what mends it')
    .argument('<id>', 'as `lost200 list` shows it: stripe, duplicates/concurrent, single-effect')
    .option('--config <file>', 'config file, for a profile that is described there')
    .action(async (id: string, options: ExplainOptions) => {
      const { explainCommand } = await import('./commands/explain.ts');
      finish(await explainCommand(id, options));
    });
  return root;
}

/** The parser's complaint in our form; what it suggests, it adds in brackets on a line of its own. */
function usageError(error: CommanderError): Lost200Error {
  const [complaint = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const message = complaint.charAt(0).toUpperCase() + complaint.slice(1).replace(/\.$/, '');
  const command = process.argv[2]?.startsWith('-') === false ? ` ${process.argv[2]}` : '';
  const isKnown = error.code !== 'commander.unknownCommand';
  const help = `\`lost200${isKnown ? command : ''} --help\` shows what there is.`;
  const meant = suggestion === undefined ? '' : `${suggestion.replace(/^\(|\)$/g, '')} `;
  return new Lost200Error('LOST200_E_USAGE', `${message}.`, `${meant}${help}`);
}

async function main(): Promise<number> {
  let code: number = EXIT.pass;
  try {
    await program((result) => {
      code = result;
    }).parseAsync();
    return code;
  } catch (error) {
    const json = process.argv.includes('--json');
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.pass;
      // Without a command the parser has shown its help.
      if (error.code !== 'commander.help') reportError(usageError(error), json);
      return EXIT.usage;
    }
    if (error instanceof Lost200Error) {
      reportError(error, json);
      return error.exitCode;
    }
    reportBug(error, json);
    return EXIT.internal;
  }
}

process.exitCode = await main();

/** The verbs that show the platform of a run from within: `logs`, `request`, `env`, `serve`. */
import { type Command, Option } from 'commander';
import { filled, withScenarioFlags } from './options.ts';

/** Adds the verbs that show the platform of a run from within. */
export function addPlatformVerbs(root: Command): void {
  withScenarioFlags(root.command('logs'))
    .description('print the log lines of replicas and executions that a LogQL query selects')
    .argument('<file|folder>', 'a scenario file to run, or the report folder of a run')
    .argument('<logql>', 'a query such as \'{gvc="shop", workload="web"} |= "ended"\'')
    .option('--from <time>', 'start, included: a date and time with zone, or +2d10h after the start of the run')
    .option('--to <time>', 'end, excluded: as --from; default: the end of the run')
    .option('--since <duration>', 'start, as a duration before --to or the end of the run, such as 30m or 7d')
    .option('--limit <lines>', 'maximum number of lines; default: no limit')
    .addOption(
      new Option('--direction <order>', 'forward: oldest line first; backward: newest line first')
        .choices(['forward', 'backward'])
        .default('forward'),
    )
    .addHelpText(
      'after',
      `
A query selects by labels: gvc, workload, container, location, provider,
replica, stream, version. Labels are compared with = != =~ !~, and the text of a
line with |= != |~ !~. With --json each line is a JSON document. The lines tell
when containers and executions start and end. A scenario can add its own lines:
behavior: { shop/web: { logs: [{ every: 30s, line: alive }] } }

Examples:
  svcsim logs shop.yaml '{gvc="shop"}'
  svcsim logs reports/shop \\
    '{workload=~"web|api", location="aws-us-east-1"} |= "ended" != "code 0"'
  svcsim logs reports/shop '{gvc="shop", container="main"}' \\
    --from 2026-11-02T00:00:00Z --to +2d
  svcsim logs shop.yaml '{workload="nightly"} |~ "status (Failure|Removed)"' \\
    --since 7d --json
  svcsim logs shop.yaml '{workload="web", stream="stderr"}' \\
    --direction backward --limit 20
  svcsim logs shop.yaml '{workload="web"}' --assume api.logs=scenarioOnly`,
    )
    .action(async (source: string, query: string, flags) => {
      const { logs } = await import('../commands/logs.ts');
      process.exitCode = await logs(source, query, flags);
    });

  withScenarioFlags(root.command('request'))
    .description('send one request to a workload at an instant of a run, and trace it hop by hop')
    .argument('<file>', 'a scenario file; - for standard input')
    .argument('<gvc/workload|host>', 'a workload (called at its own address) or a host name')
    .option('--at <time>', 'a date and time with zone, or +2d10h after the start; default: the end of the run')
    .option('--from <location>', 'location of the caller')
    .option('--by <gvc/workload>', 'workload that calls, over internal addresses; needs --from')
    .option('--location <name>', 'call the address of the workload in this location')
    .option('--replica <number>', 'call the address of this replica of the workload')
    .option('--path <path>', 'path of the URL', '/')
    .option('-H, --header <header>', 'a header as "name: value"; repeatable', (one, all: string[] = []) => [
      ...all,
      one,
    ])
    .addHelpText(
      'after',
      `
Examples:
  svcsim request shop.yaml shop/web --from aws-us-east-1
  svcsim request shop.yaml shop/web --at +2d10h -H 'x-svc-debug: true'
  svcsim request shop.yaml shop/db --by shop/web --from aws-us-east-1
  svcsim request shop.yaml www.example.com --path /cart --json`,
    )
    .action(async (file: string, target: string, flags) => {
      const { request } = await import('../commands/request.ts');
      process.exitCode = await request(file, target, flags);
    });

  withScenarioFlags(root.command('env'))
    .description('print the environment variables of a container, or the addresses of a workload')
    .argument('<file>', 'a scenario file; - for standard input')
    .argument('<gvc/workload[/replica]>', 'a workload or one of its replicas; default: its first replica')
    .option('--at <time>', 'a date and time with zone, or +2d10h after the start; default: the end of the run')
    .option('--location <name>', 'location of the replica; default: the first one that has it')
    .option('--container <name>', 'container; default: the first one of the replica')
    .option('--addresses', 'print all addresses of the workload instead')
    .addHelpText(
      'after',
      `
Examples:
  svcsim env shop.yaml shop/web
  svcsim env shop.yaml shop/db/db-1 --at +2d10h --location aws-us-east-1
  svcsim env shop.yaml shop/nightly --at 2026-11-02T03:00:10Z --json
  svcsim env shop.yaml shop/db --addresses`,
    )
    .action(async (file: string, name: string, flags) => {
      const { env } = await import('../commands/env.ts');
      process.exitCode = await env(file, name, flags);
    });

  withScenarioFlags(root.command('serve'))
    .description("serve the platform's HTTP API over a scenario in virtual time")
    .argument('<file>', 'a scenario file; - for standard input')
    .option('--port <number>', 'TCP port to listen on; 0 selects a free port', '8080')
    .addOption(
      new Option(
        '--prefix <prefix>',
        "prefix of the platform's tags, variables and headers; default: that of the scenario",
      ).choices(['svc', 'cpln']),
    )
    .option('--rate <factor>', 'advance time continuously, at this multiple of real time')
    .option('--paused', 'keep time paused until you advance it (the default)')
    .option('--host <address>', 'address to listen on', filled, '127.0.0.1')
    .option('--sim-key <key>', 'key that /-sim requires; mandatory if --host is not a loopback address', filled)
    .option(
      '--key <key=principal>',
      'an API key and the principal that it authenticates; repeatable',
      (one, all: string[] = []) => [...all, one],
    )
    .addHelpText(
      'after',
      `
POST /-sim/advance {"seconds": 60} advances time; POST /-sim/run {"factor": 60}
lets it run continuously. GET /-sim/scenario exports the session as a scenario
file. /-sim/openapi.json describes all endpoints. The session ends with the
scenario, so choose a long one (--set for=90d). SIGTERM stops the server.

Examples:
  svcsim serve shop.yaml --port 8080
  svcsim serve shop.yaml --port 0 --json --rate 60 --set for=90d
  svcsim serve shop.yaml --prefix cpln
  svcsim serve shop.yaml --key k1=//user/simulator
  svcsim serve shop.yaml --host 0.0.0.0 --sim-key "$KEY"`,
    )
    .action(async (file: string, flags) => {
      const { serve } = await import('../commands/serve.ts');
      process.exitCode = await serve(file, flags);
    });
}

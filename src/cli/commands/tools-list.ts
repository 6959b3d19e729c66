import { toolsList, type ToolEntry, type SandboxDecision, type ToolsReport, type Touched, type WaitingToolEntry } from '../../contracts/index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { style, wrapText, type Style } from '../style.ts';
import { showFailure, type Surface } from '../surface.ts';
import { printable, printableLines } from './printable.ts';

export interface ToolsOptions {
  readonly json?: boolean;
}

const TOUCHED: Readonly<Record<Touched, string>> = {
  workspace_read: 'reads the workspace',
  workspace_write: 'changes the workspace',
  programs: 'runs programs in the sandbox',
  network: 'reaches the network',
  person: 'asks you',
  other_apps: 'controls other programs of yours',
};

const MS_PER_S = 1_000;

export async function listTools(surface: Surface, options: ToolsOptions): Promise<ExitCode> {
  return show(surface, undefined, options, (report, columns, paint) => renderTools(report, columns, paint));
}

export async function showTool(surface: Surface, toolId: string, options: ToolsOptions): Promise<ExitCode> {
  return show(surface, toolId, options, ({ tools, waiting }, columns, paint) => [...tools.map((tool) => renderContract(tool, columns, paint)), ...waiting.map((tool) => renderProposal(tool, columns, paint))].join('\n'));
}

async function show(surface: Surface, toolId: string | undefined, options: ToolsOptions, render: (report: ToolsReport, columns: number, paint: Style) => string): Promise<ExitCode> {
  const asJson = options.json === true;
  const outcome = await surface.client.call(toolsList, toolId === undefined ? {} : { tool_id: toolId }, { signal: surface.signal });
  if (!outcome.ok) return showFailure(surface, outcome.error, asJson);
  const { terminal } = surface;
  await terminal.writeOut(asJson ? `${JSON.stringify(outcome.value)}\n` : `${render(outcome.value, terminal.columns, style(terminal.colour))}\n`);
  return EXIT.ok;
}

export function renderTools({ tools, left_out: leftOut, waiting, sandbox, network }: ToolsReport, columns: number, paint: Style): string {
  const usable = tools.filter(({ unavailable }) => unavailable === null);
  const missing = tools.filter(({ unavailable }) => unavailable !== null);
  return [
    ...usable.map((tool) => renderTool(tool, columns, paint)),
    ...(missing.length === 0 ? [] : [paint.yellow('Not here'), ...missing.map(({ definition, unavailable }) => wrapText(`${definition.tool_id}: ${unavailable}`, columns, '  '))]),
    ...(waiting.length === 0 ? [] : [paint.yellow('Waiting for you to accept them'), ...waiting.map((tool) => renderWaiting(tool, columns))]),
    ...(leftOut.length === 0 ? [] : [paint.yellow('Not offered'), ...leftOut.map(({ name, reason }) => wrapText(`${name}: ${reason}`, columns, '  '))]),
    '',
    wrapText(sandboxLine(sandbox), columns, ''),
    ...(sandbox.chosen === null ? [] : [wrapText(networkLine(sandbox, network), columns, '')]),
  ].join('\n');
}

function renderTool({ definition, touches, stats }: ToolEntry, columns: number, paint: Style): string {
  const touched = touches.length === 0 ? 'touches nothing' : touches.map((one) => TOUCHED[one]).join(', ');
  const asks = definition.approval_required ? '; always asks first' : '';
  const fared = stats === null || stats.success_rate === null ? '' : `; ${Math.round(stats.success_rate * 100)} % of ${stats.success_count + stats.failure_count} calls went well`;
  return `${paint.bold(definition.tool_id)}  ${definition.tool_name}\n${wrapText(`${touched}${asks}${fared}`, columns, '    ')}`;
}

/** What a server says of its tool is shown so that nothing in it can act on the terminal. */
function renderWaiting({ tool_id: toolId, changes, description }: WaitingToolEntry, columns: number): string {
  const news = changes.length === 0 ? 'new' : `changed: ${changes.join(', ')}`;
  return wrapText(`${toolId} (${news}): ${printable(description)} — \`keelson tools accept ${toolId}\``, columns, '  ');
}

/** The whole of what a person accepts. */
function renderProposal(tool: WaitingToolEntry, columns: number, paint: Style): string {
  const news = tool.changes.length === 0 ? 'new' : `changed since it was accepted: ${tool.changes.join(', ')}`;
  return [
    `${paint.bold(tool.tool_id)}  of the server ${tool.server}; ${news}`,
    wrapText(printable(tool.description), columns, '  '),
    paint.bold('Takes'),
    printableLines(JSON.stringify(tool.input_schema, null, 2)),
    wrapText(`It waits for you: \`keelson tools accept ${tool.tool_id}\` lets it be used.`, columns, ''),
  ].join('\n');
}

function sandboxLine({ chosen, isolation, considered }: SandboxDecision): string {
  if (chosen === null || isolation === null) return `There is no sandbox here, so no program is run: ${considered.map(({ backend, detail }) => `${backend}: ${detail}`).join('; ')}.`;
  const open = Object.entries(isolation).flatMap(([name, isHeld]) => (isHeld ? [] : [name.replace('_', ' ')]));
  return `Sandbox: ${chosen}${open.length === 0 ? '' : `; it does not hold: ${open.join(', ')}`}.`;
}

function networkLine({ isolation }: SandboxDecision, network: readonly string[]): string {
  if (isolation?.network !== true) return 'Programs reach whatever network this machine reaches.';
  return network.length === 0 ? 'Programs reach no network.' : `Programs reach ${network.join(', ')} and nothing else.`;
}

function renderContract({ definition, touches, unavailable, stats }: ToolEntry, columns: number, paint: Style): string {
  const rows: [string, string][] = [
    ['touches', touches.map((one) => TOUCHED[one]).join(', ') || 'nothing'],
    ['effect', definition.side_effects],
    ['roles', definition.allowed_roles.join(', ')],
    ['time', `at most ${definition.timeout_ms / MS_PER_S} s${definition.max_retries === 0 ? '' : `, tried again at most ${definition.max_retries === 1 ? 'once' : `${definition.max_retries} times`}`}`],
    ['asks', definition.approval_required ? 'always' : 'when the policy says so'],
    ...(unavailable === null ? [] : [['here', `no: ${unavailable}`] satisfies [string, string]]),
    ...(stats === null ? [] : [['used', `${stats.success_count} times well, ${stats.failure_count} not; last ${stats.last_used ?? 'never'}`] satisfies [string, string]]),
  ];
  const label = Math.max(...rows.map(([name]) => name.length));
  return [
    `${paint.bold(definition.tool_id)} ${definition.version}  ${definition.tool_name}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(label)}  ${wrapText(value, columns, ' '.repeat(label + 4)).trimStart()}`),
    paint.bold('Takes'),
    JSON.stringify(definition.input_schema, null, 2),
    paint.bold('Gives'),
    JSON.stringify(definition.output_schema, null, 2),
  ].join('\n');
}

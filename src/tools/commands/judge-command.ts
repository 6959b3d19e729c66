import type { CommandContext, CommandJudgement, Finding } from './context.ts';
import { judgeProgram } from './evaluate/programs.ts';
import { evaluateScript } from './evaluate/evaluator.ts';
import { judgeSetting } from './evaluate/settings.ts';
import { newShellState } from './evaluate/shell-state.ts';
import { report, type Walk } from './evaluate/walk.ts';
import { withoutMarks } from './expand/marks.ts';
import { EXPANDED_CHARS_MAX, STEPS_MAX } from './limits.ts';
import { foldedText, readingsOf, suspicionsOf } from './normalise.ts';
import { rawFindings } from './rules/raw-text.ts';
import { parseShell } from './syntax/parse.ts';

/** Judges a text that a shell would run. Pure: it starts nothing and looks at no file. */
export function judgeCommand(text: string, context: CommandContext): CommandJudgement {
  const walk = newWalk(context);
  for (const reading of readingsOf(withoutMarks(text))) walkText(reading, walk);
  const suspicions = suspicionsOf(text);
  walk.findings.push(...suspicions);
  if (suspicions.length > 0) addFolded(text, walk);
  return verdict(walk);
}

/** Judges a program that is started without a shell. */
export function judgeArgv(argv: readonly string[], context: CommandContext): CommandJudgement {
  const walk = newWalk(context);
  const shown = argv.map(withoutMarks);
  walk.understood.push({ argv: shown, assignments: [], redirections: [] });
  if (shown.length === 0) report(walk, 'ask', 'empty', 'There is no command.');
  else judgeProgram({ argv: shown, assignments: [], stdin: undefined, shell: newShellState(context), walk });
  return verdict(walk);
}

function newWalk(context: CommandContext): Walk {
  return {
    context, findings: [], understood: [], sinks: [], calls: [], unfoldings: 0, beside: false,
    spent: { steps: 0, characters: 0, processes: 0, inner: 0, paths: 0, looks: 0 },
    seen: { shellOnStream: false, unknownProgram: false, traits: new Map() },
    program: judgeProgram, setting: judgeSetting,
  };
}

function walkText(text: string, walk: Walk): void {
  const parsed = parseShell(text, { commandsMax: STEPS_MAX });
  if (!parsed.ok) {
    report(walk, 'ask', 'unparsable', `It cannot be read as a shell command: ${parsed.reason}.`);
    walk.findings.push(...rawFindings(text, walk.context));
    return;
  }
  if (text.trim() === '') report(walk, 'ask', 'empty', 'There is no command in it.');
  evaluateScript(parsed.script, newShellState(walk.context), walk);
  if (parsed.isCut === true) report(walk, 'ask', 'too_complex', `It amounts to more than ${STEPS_MAX} commands.`);
  if (walk.spent.characters > EXPANDED_CHARS_MAX) report(walk, 'ask', 'too_complex', `Its values amount to more than ${EXPANDED_CHARS_MAX} characters.`);
  if (walk.findings.some((finding) => finding.rule === 'too_complex')) walk.findings.push(...rawFindings(text, walk.context));
  const { socket, shellOnStream, unknownProgram, traits } = walk.seen;
  const relay = traits.get('relay');
  if (traits.has('decoder') && traits.has('code')) report(walk, 'ask', 'decoded_code', `It decodes text with ${traits.get('decoder') ?? ''} and runs text as code.`);
  if ((socket !== undefined && (shellOnStream || unknownProgram || traits.has('foreign_code'))) || (relay !== undefined && shellOnStream)) {
    report(walk, 'block', 'reverse_shell', `It would hand a shell to the network connection ${socket ?? relay ?? ''}.`);
  }
}

/** What a person would read it as must not be something that is never allowed. */
function addFolded(text: string, walk: Walk): void {
  const folded = foldedText(text);
  if (folded === text) return;
  const other = newWalk(walk.context);
  walkText(withoutMarks(folded), other);
  walk.findings.push(...other.findings.filter((finding) => finding.decision === 'block'));
}

function verdict(walk: Walk): CommandJudgement {
  const worst: Finding | undefined = walk.findings.find((finding) => finding.decision === 'block') ?? walk.findings[0];
  const commands = walk.understood;
  if (worst === undefined) return {
    decision: 'allow', rule: 'command.ordinary',
    explanation: 'Every command in it only reads, or works inside the workspace.',
    commands,
  };
  return { decision: worst.decision, rule: `command.${worst.rule}`, explanation: worst.explanation, commands };
}

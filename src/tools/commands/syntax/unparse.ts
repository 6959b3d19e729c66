/** Writes a tree as a script again. What is read from the result is the same tree. */
import { type AndOr, type Assignment, type Command, isAssignment, type ParameterPart, type Pipeline, type Redirection, type Script, type ScriptItem, type Word, type WordPart } from './tree.ts';

/** Here-documents stand after the line that announces them, so they wait for the next end of a line. */
interface Pending {
  documents: string[];
}

export function unparse(script: Script): string {
  const pending: Pending = { documents: [] };
  return script.items.map((item, index) => writeItem(item, pending) + (index < script.items.length - 1 || pending.documents.length > 0 ? lineEnd(pending) : '')).join('');
}

function lineEnd(pending: Pending): string {
  const documents = pending.documents.join('');
  pending.documents = [];
  return `\n${documents}`;
}

function writeItem({ andOr, background }: ScriptItem, pending: Pending): string {
  return writeAndOr(andOr, pending) + (background ? ' &' : '');
}

/** A body between two reserved words, every command ended; the line ends only where a document must follow it. */
function writeBody(script: Script, pending: Pending): string {
  return script.items.map((item) => {
    const text = writeItem(item, pending);
    return text + (pending.documents.length > 0 ? lineEnd(pending) : item.background ? ' ' : '; ');
  }).join('');
}

/** A substitution is a script of its own, so its documents stay inside. */
function writeInner(script: Script): string {
  const text = unparse(script);
  return text.endsWith('\n') || text === '' ? text : `${text} `;
}

function writeAndOr({ first, rest }: AndOr, pending: Pending): string {
  return writePipeline(first, pending) + rest.map(({ operator, pipeline }) => ` ${operator} ${writePipeline(pipeline, pending)}`).join('');
}

function writePipeline({ negated, timed, commands, withErrors }: Pipeline, pending: Pending): string {
  const pipes = commands.map((command, index) => (index === 0 ? '' : withErrors[index - 1] === true ? ' |& ' : ' | ') + writeCommand(command, pending)).join('');
  return [...(timed ? ['time'] : []), ...(negated ? ['!'] : []), ...(pipes === '' ? [] : [pipes])].join(' ');
}

/** A document announced behind a compound command must wait until the lines of its body have ended. */
function writeCommand(command: Command, pending: Pending): string {
  const words = command.kind === 'simple' ? [...command.assignments.map(writeAssignment), ...command.words.map((word) => (isAssignment(word) ? writeAssignment(word) : writeWord(word)))] : [writeCompound(command, pending)];
  return [...words, ...command.redirections.map((redirection) => writeRedirection(redirection, pending))].join(' ');
}

function writeCompound(command: Exclude<Command, { kind: 'simple' }>, pending: Pending): string {
  switch (command.kind) {
    case 'group':
      return `{ ${writeBody(command.body, pending)}}`;
    case 'subshell':
      return `( ${writeBody(command.body, pending)})`;
    case 'if': {
      const branches = command.branches.map(({ condition, body }, index) => `${index === 0 ? 'if' : 'elif'} ${writeBody(condition, pending)}then ${writeBody(body, pending)}`).join('');
      return `${branches}${command.otherwise === undefined ? '' : `else ${writeBody(command.otherwise, pending)}`}fi`;
    }
    case 'while':
    case 'until':
      return `${command.kind} ${writeBody(command.condition, pending)}do ${writeBody(command.body, pending)}done`;
    case 'for':
    case 'select':
      return `${command.kind} ${command.name}${command.words === undefined ? '' : ` in ${command.words.map(writeWord).join(' ')}`}; do ${writeBody(command.body, pending)}done`;
    case 'counting':
      return `for ((${writeLoose(command.header.parts)})); do ${writeBody(command.body, pending)}done`;
    case 'case': {
      const clauses = command.clauses.map(({ patterns, body, end }) => `(${patterns.map(writeWord).join(' | ')}) ${body.items.length === 0 ? '' : writeClause(body, pending)}${end} `).join('');
      return `case ${writeWord(command.subject)} in ${clauses}esac`;
    }
    case 'function':
      return `function ${command.name}() ${writeCommand(command.body, pending)}`;
    case 'coproc':
      return `coproc ${command.name === undefined ? '' : `${command.name} `}${writeCommand(command.body, pending)}`;
    case 'conditional':
      return `[[ ${command.terms.map((term) => (typeof term === 'string' ? term : writeWord(term))).join(' ')} ]]`;
    case 'arithmetic':
      return `((${writeLoose(command.expression.parts)}))`;
  }
}

/** The last command of a clause is ended by what ends the clause. */
function writeClause(body: Script, pending: Pending): string {
  const text = writeBody(body, pending);
  return text.endsWith('; ') ? `${text.slice(0, -2)} ` : text;
}

function writeAssignment({ name, subscript, append, value, elements }: Assignment): string {
  const left = `${name}${subscript === undefined ? '' : `[${writeWord(subscript)}]`}${append ? '+=' : '='}`;
  if (elements === undefined) return left + value.parts.map(writePart).join('');
  return `${left}(${elements.map((element) => (element.subscript === undefined ? '' : `[${writeWord(element.subscript)}]=`) + writeWord(element.value)).join(' ')})`;
}

function writeRedirection({ descriptor, operator, target }: Redirection, pending: Pending): string {
  if (operator !== '<<' && operator !== '<<-') return `${descriptor ?? ''}${operator} ${writeWord(target)}`;
  const [only] = target.parts;
  const isLiteral = only?.kind !== 'double';
  const body = isLiteral ? (only?.kind === 'quoted' ? only.text : '') : writeDocument(only.parts);
  const delimiter = unusedDelimiter(body);
  pending.documents.push(`${body}${delimiter}\n`);
  return `${descriptor ?? ''}${operator}${isLiteral ? `'${delimiter}'` : delimiter}`;
}

function unusedDelimiter(body: string): string {
  let delimiter = 'END';
  while (body.includes(delimiter)) delimiter += '_';
  return delimiter;
}

export function writeWord(word: Word): string {
  return word.parts.map(writePart).join('') || "''";
}

function writePart(part: WordPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'quoted':
      return quote(part.text);
    case 'double':
      return `"${writeInside(part.parts, '$`"\\')}"`;
    case 'parameter':
      return writeParameter(part, false);
    case 'command':
      return `$( ${writeInner(part.script)})`;
    case 'arithmetic':
      return `$((${writeLoose(part.expression.parts)}))`;
    case 'process':
      return `${part.direction}( ${writeInner(part.script)})`;
  }
}

/** One character after a backslash is the same part as one between quotes. */
export function quote(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  return `$'${[...text].map((character) => (character === "'" || character === '\\' ? `\\${character}` : character)).join('')}'`;
}

function writeInside(parts: readonly WordPart[], escaped: string): string {
  return parts.map((part) => {
    if (part.kind === 'text') return [...part.text].map((character) => (escaped.includes(character) ? `\\${character}` : character)).join('');
    return part.kind === 'parameter' ? writeParameter(part, true) : writePart(part);
  }).join('');
}

function writeDocument(parts: readonly WordPart[]): string {
  return writeInside(parts, '$`\\');
}

function writeLoose(parts: readonly WordPart[]): string {
  return writeInside(parts, '$`');
}

function writeParameter({ name, prefix, subscript, operator, argument, second }: ParameterPart, inDouble: boolean): string {
  const inner = (word: Word | undefined): string => {
    if (word === undefined) return '';
    const quotesLive = !inDouble || (operator !== undefined && '#%/^,~'.includes(operator.charAt(0)));
    return quotesLive ? word.parts.map(writePart).join('') : writeInside(word.parts, '$`"\\}');
  };
  const index = subscript === undefined ? '' : `[${subscript.parts.map(writePart).join('')}]`;
  const separator = operator === ':' ? ':' : '/';
  return `\${${prefix ?? ''}${name}${index}${operator ?? ''}${inner(argument)}${second === undefined ? '' : separator + inner(second)}}`;
}

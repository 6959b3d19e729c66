/** One program of a command line with what was said before and behind it. */
export interface SimpleCommand {
  readonly assignments: readonly string[];
  readonly program: string;
  readonly words: readonly string[];
}

export interface CommandLine {
  readonly commands: readonly SimpleCommand[];
  /** Whether something is computed into the words: `$(…)`, backticks or variables. */
  readonly hasSubstitution: boolean;
  readonly hasRedirection: boolean;
}

const OPERATORS = new Set(['|', '||', '&', '&&', ';', '\n', '(', ')', '|&']);
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const PREFIXES = new Set(['sudo', 'env', 'nohup', 'time', 'exec', 'command', 'xargs', 'doas', 'timeout', 'nice', 'then', 'do', 'else', 'if', 'while', '!']);
const WORDS_MAX = 10_000;

/**
 * A first look at a command line: its words and where programs begin. What is dangerous in it is the business of the
 * judge of commands, which parses it fully; here only the words count, so what cannot be split is one more word.
 */
export function readCommandLine(line: string): CommandLine {
  const { tokens, hasSubstitution } = tokensOf(line);
  const commands: SimpleCommand[] = [];
  let assignments: string[] = [];
  let words: string[] = [];
  let hasRedirection = false;
  const flush = (): void => {
    const [program = '', ...rest] = words;
    if (program !== '' || assignments.length > 0) commands.push({ assignments, program: program.slice(program.lastIndexOf('/') + 1).toLowerCase(), words: rest });
    assignments = [];
    words = [];
  };
  for (const { text, isOperator } of tokens.slice(0, WORDS_MAX)) {
    if (isOperator && OPERATORS.has(text)) flush();
    else if (isOperator) hasRedirection = true;
    else if (words.length === 0 && ASSIGNMENT.test(text)) assignments.push(text);
    else if (words.length === 0 && PREFIXES.has(text)) continue;
    else words.push(text);
  }
  flush();
  return { commands, hasSubstitution, hasRedirection };
}

interface Token {
  readonly text: string;
  readonly isOperator: boolean;
}

function tokensOf(line: string): { tokens: Token[]; hasSubstitution: boolean } {
  const tokens: Token[] = [];
  let word = '';
  let quote = '';
  let hasSubstitution = false;
  const end = (): void => {
    if (word !== '') tokens.push({ text: word, isOperator: false });
    word = '';
  };
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '\\' && quote !== "'" && at + 1 < line.length) {
      at += 1;
      word += line.charAt(at);
    } else if (quote !== '') {
      if (sign === quote) quote = '';
      else word += sign;
      if (quote === '"' && (sign === '$' || sign === '`')) hasSubstitution = true;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '`' || sign === '$') {
      hasSubstitution = true;
      // What is inside is a command too: its words begin a new one.
      if (sign === '`' || line.charAt(at + 1) === '(') {
        end();
        tokens.push({ text: ';', isOperator: true });
      } else word += sign;
    } else if (sign === ' ' || sign === '\t' || sign === '\r') end();
    else if ('|&;()\n'.includes(sign)) {
      end();
      tokens.push({ text: sign, isOperator: true });
    } else if (sign === '<' || sign === '>') {
      end();
      tokens.push({ text: sign, isOperator: true });
    } else word += sign;
  }
  end();
  return { tokens, hasSubstitution };
}

import { statementsIn, type Statement } from './statements.ts';
import { stemOf } from './words.ts';

/** Fewer words than these say too little to be about the same thing. */
const SHARED_WORDS_MIN = 2;

const OPPOSITES: ReadonlySet<string> = new Set(
  `open close,opened shut,open locked,rise fall,rose fell,grew shrank,increase decrease,above below,first last,early late,north south,northern southern,east west,eastern western,left right,start end,begin end,win lose,won lost,gain lose,gained lost,accept reject,allow forbid,allow deny,allowed forbidden,enable disable,true false,pass fail,succeed fail,succeeded failed,higher lower,highest lowest,larger smaller,largest smallest,faster slower,fastest slowest,older newer,old new,oldest newest,up down,full empty,hot cold,minimum maximum,min max,buy sell,bought sold,import export,public private,required optional,include exclude,add remove,read write,input output,positive negative,present absent,day night,summer winter,safe dangerous,strong weak,heavy light,arrive depart,arrived departed,before after,always never,most least,more less,more fewer,deeper shallower,warmer colder,wet dry,won lost`
    .split(',')
    .flatMap((pair) => {
      const [one = '', other = ''] = pair.split(' ').map(stemOf);
      return [`${one} ${other}`, `${other} ${one}`];
    }),
);
const DENYING_BEGINNINGS = ['un', 'in', 'im', 'il', 'ir', 'dis', 'non'];

/** Whether a text says the opposite of a claim in the claim's own words, and nowhere the claim itself. */
export function denies(text: string, claim: string): boolean {
  const said = statementsIn(text);
  return statementsIn(claim).some((claimed) => {
    if (claimed.words.length < SHARED_WORDS_MIN) return false;
    const about = said.filter((one) => covers(one, claimed) || covers(claimed, one));
    if (about.some((one) => one.isHedged || one.isNegated === claimed.isNegated) || claimed.isHedged) return isTurned(said, claimed) && !about.some((one) => one.isNegated === claimed.isNegated);
    return about.length > 0 || isTurned(said, claimed);
  });
}

/** One word is the opposite, and everything else the same. */
function isTurned(said: readonly Statement[], claimed: Statement): boolean {
  return said.some(({ words, isNegated }) => {
    if (isNegated !== claimed.isNegated || words.length !== claimed.words.length) return false;
    const different = words.flatMap((word, at) => (word === claimed.words[at] ? [] : [[word, claimed.words[at] ?? ''] as const]));
    const [pair] = different;
    return different.length === 1 && pair !== undefined && areOpposite(...pair);
  });
}

function areOpposite(one: string, other: string): boolean {
  return OPPOSITES.has(`${one} ${other}`) || DENYING_BEGINNINGS.some((beginning) => one === `${beginning}${other}` || other === `${beginning}${one}`);
}

function covers({ words }: Statement, { words: wanted }: Statement): boolean {
  const has = new Set(words);
  return wanted.length >= SHARED_WORDS_MIN && wanted.every((word) => has.has(word));
}

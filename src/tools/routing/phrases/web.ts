import type { Phrase } from '../grammar/phrase-reader.ts';

const FETCH = '([{want}] (fetch|get|retrieve|load|request|curl|read|http get|grab)|do a get [request] (to|on|for)|make a get request to|send a get request to|{show}|issue a get request to)';
const PAGE = '[the] [contents of|content of|page at|page|url|web page|webpage|website|site|html of|html from|body of|response from|data from|json from|address|link]';

export const httpFetchPhrases: readonly Phrase[] = [{ says: `${FETCH} [me] ${PAGE} [the] [page|url] [at] <url:url>` }, { says: `{what_is} (at|on) <url:url>` }];

const WEB = '(the web|the internet|online|google|duckduckgo|the net|the world wide web)';

export const webSearchPhrases: readonly Phrase[] = [
  { says: `[{want}] (search|look|query|check|browse) [on] ${WEB} for <query:rest>` },
  { says: `[{want}] (search|look) [on] ${WEB} <query:quoted>` },
  { says: `[{run}|do|perform|make] [a] (web search|websearch|internet search|online search|google search) (for|about|on) <query:rest>` },
  { says: `[{run}|do|perform|make] [a] (web search|websearch|internet search|online search|google search) <query:quoted>` },
  { says: `web search <query:rest>` },
  { says: `[{want}] google [for] <query:googled>` },
  { says: `[{want}] (search for|look up|find|look for) (<query:quoted>|<query:before_online>) (online|on ${WEB}|on the web|with google|using google)` },
];

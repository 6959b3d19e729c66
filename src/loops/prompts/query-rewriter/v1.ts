import { ABOUT_MATERIAL, material } from '../material.ts';
import { bullets, paragraphs, section, type RolePrompt } from '../role-prompt.ts';

export const QUERY_REWRITER_PROMPT: RolePrompt = {
  name: 'query_rewriter',
  version: '1.0.0',
  head: paragraphs(
    'You find other words for a search in Keelson, an agent harness. A question was looked up in files by its words, and too little was found. You do not answer the question and add nothing to it.',
    ABOUT_MATERIAL,
    `\`other_words\`: what to look for instead, as plain words and short phrases in a row, with no operators and no explanation.\n${bullets([
      'Take the words that somebody would have used who wrote the answer down: synonyms, technical terms, abbreviations and what they stand for.',
      'Keep names, numbers, paths and identifiers exactly as written.',
      'Keep to the same question and to the language of the question; where its sources are likely in another one, add the words of that.',
    ])}`,
  ),
};

export function renderQuery(query: string): string {
  return section('What was looked up', material('request', query));
}

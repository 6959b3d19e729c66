import { serveTask } from '../isolation/serve-task.ts';
import type { Language } from './languages.ts';
import { outlineText } from './parse-code.ts';

serveTask(({ text, language }: { text: string; language: Language }) => outlineText(text, language));

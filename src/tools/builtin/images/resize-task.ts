import { serveTask } from '../isolation/serve-task.ts';
import { resizeImage } from './resize.ts';

serveTask(resizeImage);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { convertImageTool } from './convert-image.ts';

const png = () => sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } }).png().toBuffer();

describe('convert_image', () => {
  it('writes the picture in another format at its own size', async () => {
    const rig = await toolRig();
    await rig.write('photo.png', await png());
    const output = await rig.call(convertImageTool, { input_path: 'photo.png', output_path: 'photo.jpg' });
    expect(output).toEqual({ output_path: 'photo.jpg', width: 40, height: 30, bytes: expect.any(Number) as number });
    expect(await sharp(await readFile(join(rig.folder, 'photo.jpg'))).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 });
    expect(convertImageTool.show({ ...output, bytes: 7 })).toBe('Wrote photo.jpg: 40 × 30 pixels, 7 bytes.');
    expect(await rig.call(convertImageTool, { input_path: 'photo.png', output_path: 'photo.jpg' })).toEqual(output);
  });

  it('writes over no other file, and only what is a format of pictures', async () => {
    const rig = await toolRig();
    await rig.write('photo.png', await png());
    await rig.write('photo.webp', 'something else');
    expect(await rig.failure(convertImageTool, { input_path: 'photo.png', output_path: 'photo.webp' })).toMatchObject({ code: 'tool.failed', message: 'photo.webp is there already.' });
    expect(await rig.failure(convertImageTool, { input_path: 'photo.png', output_path: 'photo.txt' })).toMatchObject({ message: 'photo.txt has no ending that names a format of pictures.' });
    expect(await rig.read('photo.webp')).toBe('something else');
  });
});

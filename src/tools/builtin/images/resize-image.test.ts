import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { openImage } from './open-image.ts';
import { outputPath, resizeImageTool } from './resize-image.ts';
import { resizeImage } from './resize.ts';

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });
const png = (width: number, height: number) => picture(width, height).png().toBuffer();

describe('resize_image', () => {
  it('is declared as the registry asks', verifies('MH4-4-21'), () => {
    const { tool_id, tool_name, handles_patterns, category, side_effects, priority, timeout_ms, max_retries, allowed_roles, approval_required, keywords, input_schema, output_schema } = resizeImageTool.definition;
    expect({ tool_id, tool_name, handles_patterns, category, side_effects, priority, timeout_ms, max_retries, allowed_roles, approval_required, keywords }).toEqual({
      tool_id: 'resize_image',
      tool_name: 'Resize an image',
      handles_patterns: ['resize.*image.*(\\d+)x(\\d+)', 'scale.*image', '\\b(resize|scale)\\b.*\\.(png|jpe?g|webp|gif|tiff?|avif)\\b'],
      category: 'format',
      side_effects: 'idempotent_write',
      priority: 90,
      timeout_ms: 10_000,
      max_retries: 0,
      allowed_roles: ['vision', 'analyst'],
      approval_required: false,
      keywords: ['resize', 'image', 'scale', 'dimensions'],
    });
    expect([resizeImageTool.touches, resizeImageTool.taint]).toEqual([['workspace_read', 'workspace_write'], 'user_trusted_bounded']);
    expect([input_schema['required'], output_schema['required']]).toEqual([['input_path', 'width', 'height'], ['output_path', 'original_size', 'new_size', 'frames', 'bytes']]);
  });

  it('writes the picture in exactly the size asked for and tells both sizes', verifies('MH4-4-21'), async () => {
    const rig = await toolRig();
    await rig.write('img/photo.png', await png(40, 30));
    const output = await rig.call(resizeImageTool, { input_path: 'img/photo.png', width: 20, height: 10 });
    expect(output).toEqual({ output_path: 'img/photo-20x10.png', original_size: { width: 40, height: 30 }, new_size: { width: 20, height: 10 }, frames: 1, bytes: expect.any(Number) as number });
    expect(await sharp(await readFile(join(rig.folder, output.output_path))).metadata()).toMatchObject({ format: 'png', width: 20, height: 10 });
    expect(resizeImageTool.show({ ...output, bytes: 99 })).toBe('Wrote img/photo-20x10.png: 40 × 30 became 20 × 10 pixels, 99 bytes.');
    expect(await rig.call(resizeImageTool, { input_path: 'img/photo.png', width: 20, height: 10 })).toEqual(output);
  });

  it('keeps proportions when told, and writes the format that the name ends with', verifies('MH4-4-21'), async () => {
    const [photo, turned] = [await png(40, 30), await picture(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer()];
    const inside = await resizeImage({ bytes: photo, width: 20, height: 20, fit: 'inside', format: 'webp' });
    const upright = await resizeImage({ bytes: turned, width: 20, height: 20, fit: 'inside', format: 'jpeg' });
    expect([inside.newSize, (await sharp(inside.bytes).metadata()).format]).toEqual([{ width: 20, height: 15 }, 'webp']);
    expect([upright.originalSize, upright.newSize]).toEqual([
      { width: 30, height: 40 },
      { width: 15, height: 20 },
    ]);
  });

  it('keeps the frames of an animation where the format can hold them', verifies('MH4-4-21'), async () => {
    const frames = await Promise.all(['red', 'blue'].map((background) => sharp({ create: { width: 8, height: 8, channels: 3, background } }).png().toBuffer()));
    const animation = await sharp(frames, { join: { animated: true } }).gif().toBuffer();
    const [gif, still] = [await resizeImage({ bytes: animation, width: 4, height: 4, fit: 'fill', format: 'gif' }), await resizeImage({ bytes: animation, width: 4, height: 4, fit: 'fill', format: 'png' })];
    expect([gif, still].map(({ originalSize, newSize, frames: count }) => ({ originalSize, newSize, count }))).toEqual([
      { originalSize: { width: 8, height: 8 }, newSize: { width: 4, height: 4 }, count: 2 },
      { originalSize: { width: 8, height: 8 }, newSize: { width: 4, height: 4 }, count: 1 },
    ]);
  });

  it('writes over the input only when told, also when the output is a link to it', verifies('MH4-4-21'), async () => {
    const rig = await toolRig();
    await rig.write('a.png', await png(8, 8));
    await symlink('a.png', join(rig.folder, 'b.png'));
    const size = { input_path: 'a.png', width: 4, height: 4 };
    const refusal = (path: string) => ({ code: 'tool.failed', message: `${path} is the input itself; the original would be gone.`, nextStep: 'Name another output_path, or set replace_input.' });
    expect([await rig.failure(resizeImageTool, { ...size, output_path: './a.png' }), await rig.failure(resizeImageTool, { ...size, output_path: 'b.png' })]).toEqual([refusal('./a.png'), refusal('b.png')]);
    expect(await rig.call(resizeImageTool, { ...size, output_path: 'a.png', replace_input: true })).toMatchObject({ output_path: 'a.png', new_size: { width: 4, height: 4 } });
  });

  it('refuses pictures made to fill memory, drawings and what is no picture', verifies('MH4-4-21'), async () => {
    const bomb = await png(8, 8);
    // The size stands in the head of a PNG: 50,000 by 50,000 pixels in a file of a hundred bytes.
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    const messages = await Promise.all([bomb, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), Buffer.from('no picture')].map((bytes) => openImage(bytes).then(() => 'opened', (error: Error) => error.message)));
    expect(messages).toEqual(['The picture has more than 100000000 pixels.', 'Pictures in the format svg are not read here.', 'The file is not a picture that can be read: it is damaged or something else.']);
    const cut = (await png(500, 500)).subarray(0, 300);
    await expect(resizeImage({ bytes: cut, width: 4, height: 4, fit: 'fill', format: 'png' })).rejects.toThrow('The file is not a picture that can be read');
    const sizes = [{ width: 0, height: 1 }, { width: 20_000, height: 1 }, { width: 16_000, height: 16_000 }, { width: 1.5, height: 1 }];
    expect(sizes.filter((size) => resizeImageTool.input?.safeParse({ input_path: 'a.png', ...size }).success)).toEqual([]);
  });

  it('refuses an output that names no format', verifies('MH4-4-21'), async () => {
    const rig = await toolRig();
    await rig.write('a.png', await png(8, 8));
    expect(await rig.failure(resizeImageTool, { input_path: 'a.png', width: 4, height: 4, output_path: 'a.exe' })).toEqual({
      code: 'tool.failed',
      message: 'a.exe has no ending that names a format of pictures.',
      nextStep: 'End output_path with one of png, jpg, jpeg, webp, gif, tif, tiff, avif.',
    });
  });

  it('tells beforehand what it reads and writes', verifies('MH4-4-21'), () => {
    const input = { input_path: 'a.b/c', width: 4, height: 5, fit: 'fill', replace_input: false } as const;
    const place = { workspace: '/w', home: '/h', platform: 'linux', ownState: [] };
    expect(resizeImageTool.intentions(input, place)).toEqual([
      { kind: 'path', op: 'read', path: 'a.b/c' },
      { kind: 'path', op: 'write', path: 'a.b/c-4x5.png' },
    ]);
    const named = ['x.jpg', '.hidden', 'd/.png', 'C:\\pics\\cat.jpeg'].map((input_path) => outputPath({ input_path, width: 4, height: 5 }));
    expect(named).toEqual(['x-4x5.jpg', '.hidden-4x5.png', 'd/.png-4x5.png', 'C:\\pics\\cat-4x5.jpeg']);
  });
});

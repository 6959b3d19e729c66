import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { toolRig } from '../../../../test/support/tool-rig.ts';
import { ocrExtractTool } from './ocr-extract.ts';

const drawn = (text: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="700" height="120"><rect width="100%" height="100%" fill="white"/><text x="20" y="75" font-size="48" font-family="sans-serif">${text}</text></svg>`);

/** Without any font installed, text is drawn as nothing, and there is nothing to read. */
async function canDrawText(): Promise<boolean> {
  const { channels } = await sharp(drawn('Invoice')).greyscale().stats();
  return channels[0]?.min !== channels[0]?.max;
}

describe('ocr_extract', () => {
  it('is declared as the registry asks', verifies('MH4-4-23'), () => {
    const { tool_id, tool_name, handles_patterns, category, side_effects, priority, timeout_ms, max_retries, allowed_roles, approval_required, keywords, input_schema, output_schema } = ocrExtractTool.definition;
    expect({ tool_id, tool_name, handles_patterns, category, side_effects, priority, timeout_ms, max_retries, allowed_roles, approval_required, keywords }).toEqual({
      tool_id: 'ocr_extract',
      tool_name: 'Read the text in an image',
      handles_patterns: ['extract.*text.*image', 'ocr', 'read.*text.*from', '\\bextract\\b.*\\btext\\b.*\\.(png|jpe?g|webp|gif|tiff?|avif)\\b'],
      category: 'ocr',
      side_effects: 'read_only',
      priority: 85,
      timeout_ms: 30_000,
      max_retries: 1,
      allowed_roles: ['vision', 'librarian'],
      approval_required: false,
      keywords: ['ocr', 'extract', 'text', 'image'],
    });
    expect([ocrExtractTool.touches, ocrExtractTool.taint]).toEqual([['workspace_read'], 'external_untrusted']);
    expect(ocrExtractTool.intentions({ image_path: 'a.png', language: 'eng' }, { workspace: '/w', home: '/h', platform: 'linux', ownState: [] })).toEqual([{ kind: 'path', op: 'read', path: 'a.png' }]);
    expect([input_schema['required'], output_schema['required']]).toEqual([['image_path'], ['text', 'confidence']]);
    expect(ocrExtractTool.input?.parse({ image_path: 'a.png' })).toEqual({ image_path: 'a.png', language: 'eng' });
  });

  it('reads the text in a picture of any readable format, without a network', verifies('MH4-4-23'), async ({ skip }) => {
    skip(!(await canDrawText()), 'no font is installed to draw text with');
    const rig = await toolRig();
    await rig.write('scan.webp', await sharp(drawn('Invoice 4711 paid')).webp({ lossless: true }).toBuffer());
    const output = await rig.call(ocrExtractTool, { image_path: 'scan.webp' });
    expect(output).toEqual({ text: 'Invoice 4711 paid', confidence: expect.any(Number) as number });
    expect(output.confidence).toBeGreaterThan(0.7);
    expect(output.confidence).toBeLessThan(1);
    expect(ocrExtractTool.show({ text: 'x', confidence: 0.951 })).toBe('x\n[Read with a confidence of 0.95.]');
  });

  it('finds no text where there is none', verifies('MH4-4-23'), async () => {
    const rig = await toolRig();
    await rig.write('blank.png', await sharp({ create: { width: 200, height: 100, channels: 3, background: 'white' } }).png().toBuffer());
    const output = await rig.call(ocrExtractTool, { image_path: 'blank.png' });
    expect(output).toMatchObject({ text: '' });
    expect(ocrExtractTool.show(output)).toBe('No text was found in the image.');
  });

  it('names what is installed when a language is not, and refuses what is no picture', verifies('MH4-4-23'), async () => {
    const rig = await toolRig();
    await rig.write('x.png', 'no picture');
    const failures = [await rig.failure(ocrExtractTool, { image_path: 'x.png', language: 'deu' }), await rig.failure(ocrExtractTool, { image_path: 'x.png', language: '../../etc' }), await rig.failure(ocrExtractTool, { image_path: 'x.png' })];
    expect(failures).toMatchObject([
      { code: 'tool.failed', message: 'The language "deu" is not installed.', nextStep: 'Use one of: eng.' },
      { code: 'tool.failed', message: 'The language "../../etc" is not installed.' },
      { code: 'tool.failed', message: 'The file is not a picture that can be read: it is damaged or something else.' },
    ]);
  });
});

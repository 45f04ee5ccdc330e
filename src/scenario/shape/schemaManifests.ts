/**
 * The shape of `manifests:`.
 */
import * as z from 'zod';

export const textOrList = z.union([z.string(), z.array(z.string())], { error: 'expected a path or a list of paths' });

/** Manifests as somebody applies them: what they lack is stated beside them. */
export const manifestGroup = z
  .strictObject({
    files: z
      .union([z.string(), z.array(z.string()).min(1)], { error: 'expected a path or a list of paths' })
      .describe(
        'The manifests: a path or a list of paths. Globs are allowed; a folder stands for all .yaml, .yml and .json files in it and below.',
      ),
    gvc: z
      .string()
      .optional()
      .describe(
        'The GVC of documents that name none. Default: the one in the files, if they have exactly one. A GVC that no file has is made.',
      ),
    fill: z
      .record(
        z.string(),
        z.union([z.string().regex(/^[^\n\r]*$/, { error: 'expected a text of one line' }), z.number(), z.boolean()], {
          error: 'expected a text, a number, true or false',
        }),
      )
      .optional()
      .describe(
        `Values of placeholders by name: {APP_NAME: shop} replaces {{APP_NAME}}, <<APP_NAME>> and \${APP_NAME}, or the word APP_NAME in a file without these.`,
      ),
  })
  .meta({ id: 'manifestGroup' });

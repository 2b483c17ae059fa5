import { desc } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import type { ImageType } from '#contract/images.ts'
import { replaceImage } from '#server/features/images/stored-images.ts'
import type { Database } from '#server/platform/db/client.ts'
import { storedImages } from '#server/platform/db/schema/images.ts'
import type { Browser, createTestApp } from './app.ts'
import { multipartOf } from './workbooks.ts'

/** The header of a PNG with these sides, which is all of it that is read. */
export function pngOf(width: number, height: number, bytes = 60): Buffer {
  const content = Buffer.alloc(bytes)
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  content.write('IHDR', 12, 'latin1')
  content.writeUInt32BE(width, 16)
  content.writeUInt32BE(height, 20)
  return content
}

/** An application segment, then the frame header. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4]), frame, Buffer.alloc(20)])
}

/** A lossless WebP: after its signature byte, both sides less one in 14 bits each. */
export function webpOf(width: number, height: number): Buffer {
  const content = Buffer.alloc(40)
  content.write('RIFF', 0, 'latin1')
  content.write('WEBPVP8L', 8, 'latin1')
  content[20] = 0x2f
  content.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  return content
}

type Upload = { method: 'PUT' | 'POST'; url: string; file: Buffer }

export function uploadImage(
  { app }: Awaited<ReturnType<typeof createTestApp>>,
  { headers }: Browser,
  { method, url, file }: Upload,
) {
  const form = multipartOf(file, 'picture.png')
  return app.http.inject({
    method,
    url,
    headers: { ...headers, ...form.headers },
    payload: form.payload,
  } as InjectOptions)
}

type Picture = { productId?: string | null; contentType?: ImageType; content?: Buffer }

/** Stores the picture of a product, or the company's logo; returns its id. */
export async function storeImage(
  db: Database,
  companyId: string,
  { productId = null, contentType = 'image/png', content = pngOf(40, 40) }: Picture = {},
): Promise<string> {
  return db.inCompany(companyId, async (tx) => {
    await replaceImage(tx, { companyId, productId }, { contentType, content })
    const [stored] = await tx.select({ id: storedImages.id }).from(storedImages).orderBy(desc(storedImages.id)).limit(1)
    return stored?.id ?? ''
  })
}

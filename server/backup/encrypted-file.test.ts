import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isLeftover, readEncrypted, writeEncrypted } from './encrypted-file.ts'

const key = Buffer.alloc(32, 1)
const name = 'one'
const text = Buffer.concat([Buffer.from('anna@example.com'), randomBytes(2_500_000)])

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lockstep-sealed-'))
})
afterEach(() => rmSync(root, { recursive: true }))

async function* inParts(bytes: Buffer, size = 700_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(file = name, with_ = key): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readEncrypted({ root, name: file }, with_)) parts.push(part)
  return Buffer.concat(parts)
}

const path = () => join(root, name)
const change = (make: (bytes: Buffer) => Buffer) => writeFileSync(path(), make(readFileSync(path())))

describe('an encrypted file', () => {
  it.each([0, 1, 1_048_576, text.length])('is decrypted unchanged, with %i bytes', async (length) => {
    await writeEncrypted({ root, name }, key, inParts(text.subarray(0, length)))
    expect((await read()).equals(text.subarray(0, length))).toBe(true)
  })

  it('reveals nothing of its content', async () => {
    await writeEncrypted({ root, name }, key, inParts(Buffer.from('anna@example.com'.repeat(1000))))
    expect(readFileSync(path()).includes('anna')).toBe(false)
  })

  it('is written completely or not at all', async () => {
    const broken = async function* () {
      yield text
      throw new Error('no more')
    }
    await expect(writeEncrypted({ root, name }, key, broken())).rejects.toThrow('no more')
    expect(readdirSync(root)).toEqual([])
  })

  it('is readable by its owner only', async () => {
    await writeEncrypted({ root, name }, key, inParts(text))
    expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  it('has a temporary name until it is complete', async () => {
    let underWay: string[] = []
    const watched = async function* () {
      underWay = readdirSync(root)
      yield text
    }
    await writeEncrypted({ root, name }, key, watched())
    expect(underWay.map(isLeftover)).toEqual([true])
    expect(readdirSync(root)).toEqual([name])
    expect(isLeftover(name)).toBe(false)
  })
})

describe('refused', () => {
  beforeEach(() => writeEncrypted({ root, name }, key, inParts(text)))

  it('another key', async () => {
    await expect(read(name, Buffer.alloc(32, 2))).rejects.toThrow('one is sealed with another key than BACKUP_KEY.')
  })

  it.each([0, 20, 40, 60, 1_000, 1_200_000, 2_400_000])('a byte that was flipped at %i', async (at) => {
    change((bytes) => {
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      return bytes
    })
    await expect(read()).rejects.toThrow(/^one is (damaged|cut short|sealed with another key)/)
  })

  it.each([10, 57, 58, 60, 1_000, 1_048_660, 2_000_000])('a file truncated after %i bytes', async (length) => {
    change((bytes) => bytes.subarray(0, length))
    await expect(read()).rejects.toThrow('one is cut short.')
  })

  it('a file truncated between two chunks', async () => {
    change((bytes) => bytes.subarray(0, 1_048_654))
    await expect(read()).rejects.toThrow('one is damaged')
  })

  it('a file with appended bytes', async () => {
    change((bytes) => Buffer.concat([bytes, Buffer.alloc(40)]))
    await expect(read()).rejects.toThrow(/^one is (damaged|cut short)/)
  })

  it('chunks in another order', async () => {
    const [header, chunk] = [58, 4 + 1_048_576 + 16]
    change((bytes) => {
      const [first, second] = [
        bytes.subarray(header, header + chunk),
        bytes.subarray(header + chunk, header + 2 * chunk),
      ]
      return Buffer.concat([bytes.subarray(0, header), second, first, bytes.subarray(header + 2 * chunk)])
    })
    await expect(read()).rejects.toThrow('one is damaged')
  })

  it('a file in the place of another', async () => {
    renameSync(path(), join(root, 'two'))
    await expect(read('two')).rejects.toThrow(
      'two is damaged: it is cut short, changed, or another file under its name.',
    )
    await expect(read()).rejects.toThrow('one is missing.')
  })

  it('with the disk’s own words, what it can’t read', async () => {
    await expect(read('one/inside')).rejects.toThrow('ENOTDIR')
  })
})

import { setTimeout } from 'node:timers/promises'
import type { Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openVault } from '#server/platform/crypto/open-vault.ts'
import { rotateKey, type RotationResult } from '#server/platform/crypto/rotate-key.ts'

type Print = (line: string) => void

const pauseMs = 500

/** `npm run rotate-key`: re-encrypts with ENCRYPTION_KEY everything that is encrypted with one of ENCRYPTION_KEYS_OTHER. */
export async function rotateKeyCommand(config: Config, print: Print): Promise<void> {
  const db = await openDatabase(config.DATABASE_URL, { max: 2, applicationName: 'lockstep rotate-key' })
  try {
    const vault = await openVault(db, config)
    const rotation = await rotateKey(
      { db, vault },
      ({ done, owners, reencrypted }) => print(`${done} of ${owners}: ${reencrypted} texts sealed anew`),
      () => setTimeout(pauseMs),
    )
    if (rotation.left.length > 0) throw new Error(describeLeft(rotation))
    print(
      `${rotation.reencrypted} texts sealed anew. Nothing is sealed with another key: ENCRYPTION_KEYS_OTHER can go.`,
    )
  } finally {
    await db.close()
  }
}

function describeLeft({ reencrypted, left }: RotationResult): string {
  const places = left.map(({ place, texts }) => `  ${place}: ${texts}`).join('\n')
  return `${reencrypted} texts were sealed anew, but some are still sealed with another key:\n${places}\nKeep ENCRYPTION_KEYS_OTHER. Make sure that it has every key that was ever in use and that each process runs with the new ENCRYPTION_KEY, then run npm run rotate-key again.`
}

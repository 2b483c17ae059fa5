import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimDataFolder } from './data-folder.ts'
import { makeTempFolder } from './fixtures/temp-folder.ts'

async function holdFromAnotherProcess(folder: string) {
  const holder = fork(join(import.meta.dirname, 'fixtures/hold-data-folder.ts'), [
    folder,
    '.data',
    'http://localhost:5000',
  ])
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder, 'message')
  return holder
}

test('a second start on the same data folder fails with a message that names the first', async () => {
  const folder = makeTempFolder()
  const holder = await holdFromAnotherProcess(folder)
  await expect(claimDataFolder(folder, '.data', 'http://localhost:6000')).rejects.toThrow(
    new RegExp(
      `^Lockstep already runs on \\.data \\(process ${holder.pid}, http://localhost:5000, since \\d\\d:\\d\\d\\)\\. ` +
        'Stop it first, or set DATA_DIR to another folder\\.$',
    ),
  )
})

test('the data folder can be claimed after its holder was killed', async () => {
  const folder = makeTempFolder()
  const holder = await holdFromAnotherProcess(folder)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await expect(claimDataFolder(folder, '.data', 'http://localhost:6000')).resolves.toMatchObject({ held: true })
})

test('two products can run on two data folders', async () => {
  await claimDataFolder(makeTempFolder(), 'a', 'http://localhost:5000')
  await expect(claimDataFolder(makeTempFolder(), 'b', 'http://localhost:5001')).resolves.toMatchObject({ held: true })
})

import { expect, it } from 'vitest'
import { createSemaphore, createKeyedSemaphores } from './concurrency.ts'

it('a semaphore runs up to its limit, queues up to its queue limit and rejects the rest', async () => {
  const withPermit = createSemaphore({ limit: 2, queueLimit: 1, queueFull: () => new Error('too many') })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const begin = (name: string) =>
    withPermit(async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })

  const first = begin('first')
  const second = begin('second')
  const third = begin('third')
  await expect(begin('fourth')).rejects.toThrow('too many')
  expect(started).toEqual(['first', 'second'])

  ends.get('first')?.()
  expect(await first).toBe('first')
  await expect.poll(() => started).toEqual(['first', 'second', 'third'])
  ends.get('second')?.()
  ends.get('third')?.()
  expect(await Promise.all([second, third])).toEqual(['second', 'third'])
})

it('a semaphore releases its permit when the work fails', async () => {
  const withPermit = createSemaphore({ limit: 1 })
  await expect(withPermit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withPermit(async () => 'yes')).toBe('yes')
})

it('a company waits only for its own work', async () => {
  const withCompanyPermit = createKeyedSemaphores({ limit: 1 })
  const begun: string[] = []
  const busy = Promise.withResolvers<void>()
  const work = (name: string, until?: Promise<void>) => async () => {
    begun.push(name)
    await until
  }
  const first = withCompanyPermit('busy', work('the first', busy.promise))
  const second = withCompanyPermit('busy', work('the second'))
  await withCompanyPermit('other', work('a neighbour'))
  expect(begun).toEqual(['the first', 'a neighbour'])
  busy.resolve()
  await Promise.all([first, second])
  expect(begun).toEqual(['the first', 'a neighbour', 'the second'])
})

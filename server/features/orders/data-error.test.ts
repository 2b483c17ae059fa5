import pg from 'pg'
import { expect, it } from 'vitest'
import { LeaseLost } from '#server/platform/jobs/lease.ts'
import { isDataError } from './errors.ts'

const ofPostgres = (code?: string): Error => Object.assign(new pg.DatabaseError('No', 2, 'error'), { code })

it.each([
  ['a value that PostgreSQL can’t keep', ofPostgres('22021')],
  ['a rule of the database that it breaks', ofPostgres('23514')],
  ['whatever our own code makes of it', new TypeError('x is undefined')],
])('an error is caused by the data of one order: %s', (_, error) => {
  expect(isDataError(error)).toBe(true)
})

it.each([
  ['a database that is away', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a database that shuts down', ofPostgres('57P01')],
  ['two transactions that wait for each other', ofPostgres('40P01')],
  ['a statement that took too long', ofPostgres('57014')],
  ['a table that is not there', ofPostgres('42P01')],
  ['a function that is defined twice', ofPostgres('42723')],
  ['something of which PostgreSQL says nothing', ofPostgres()],
  ['a job that another worker has taken over', new LeaseLost()],
])('an error concerns all orders: %s', (_, error) => {
  expect(isDataError(error)).toBe(false)
})

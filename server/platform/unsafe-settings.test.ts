import { describe, expect, it } from 'vitest'
import { readBackupConfig, readConfig, readDatabaseUrl } from './config.ts'
import { requiresStartTls } from './unsafe-settings.ts'

const here = {
  PUBLIC_URL: 'http://localhost:5000',
  DATABASE_URL: 'postgres://lockstep:secret@localhost/lockstep',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  OIDC_ISSUER_URL: 'https://login.example',
  OIDC_CLIENT_ID: 'lockstep',
  OIDC_CLIENT_SECRET: 'secret',
}
const inPublic = { ...here, PUBLIC_URL: 'https://lockstep.example', TRUST_PROXY: 'loopback' }

describe('behind a public address', () => {
  it.each([
    'OIDC_ISSUER_URL',
    'AMAZON_LWA_URL',
    'AMAZON_SP_API_URL',
    'AMAZON_SELLER_CENTRAL_URL',
    'META_GRAPH_URL',
    'SHOPIFY_URL',
    'TWILIO_API_URL',
  ])('%s is refused on this machine', (name) => {
    for (const url of ['http://127.0.0.1:4000', 'http://localhost:4000', 'https://[::1]']) {
      expect(() => readConfig({ ...inPublic, [name]: url })).toThrow(
        `${name} names this machine and PUBLIC_URL does not`,
      )
      expect(readConfig({ ...here, [name]: url })).toMatchObject({ [name]: url })
    }
    expect(readConfig({ ...inPublic, [name]: 'https://service.example' })).toHaveProperty(name)
  })

  it('TRUST_PROXY must be set, if only to none', () => {
    expect(() => readConfig({ ...inPublic, TRUST_PROXY: '' })).toThrow(/TRUST_PROXY is missing: .* or say none/)
    expect(readConfig({ ...inPublic, TRUST_PROXY: 'none' }).TRUST_PROXY).toEqual([])
    expect(readConfig(here).TRUST_PROXY).toBeUndefined()
    expect(() => readConfig({ ...inPublic, TRUST_PROXY: 'true' })).not.toThrow('TRUST_PROXY is missing')
  })

  it('one error lists what is missing, malformed and unsafe', () => {
    const { OIDC_CLIENT_ID: _, TRUST_PROXY: __, ...rest } = inPublic
    const env = { ...rest, PORT: 'x', OIDC_ISSUER_URL: 'http://localhost:1', REDIS_URL: 'redis://cache.example' }
    expect(() => readConfig(env)).toThrow(
      /PORT must be[^]*OIDC_CLIENT_ID is missing[^]*OIDC_ISSUER_URL names this machine[^]*TRUST_PROXY is missing[^]*REDIS_URL names another/,
    )
  })
})

describe('TRUST_PROXY', () => {
  it.each([
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1, 128.0.0.0/1',
    '10.0.0.0/7',
    '::/1, 8000::/1',
    '2000::/3',
    '::ffff:0:0/96',
    '::/16',
    'loopback, 0.0.0.0/0',
    Array.from({ length: 17 }, (_, index) => `${index + 1}.0.0.0/8`).join(),
  ])('of %s is refused: anyone could claim any address', (ranges) => {
    for (const env of [here, inPublic]) {
      expect(() => readConfig({ ...env, TRUST_PROXY: ranges })).toThrow('TRUST_PROXY must name your own proxies only')
    }
  })

  it.each(['loopback, uniquelocal, linklocal', '10.0.0.0/8, 172.16.0.0/12', 'fc00::/7', '2400:cb00::/32', '::1/128'])(
    'of %s is accepted',
    (ranges) => expect(readConfig({ ...inPublic, TRUST_PROXY: ranges }).TRUST_PROXY).toEqual(ranges.split(', ')),
  )
})

const mail = { MAIL_FROM: 'a@lockstep.example' }

describe('connections to other machines', () => {
  it.each([
    ['postgres', 'DATABASE_URL', 'postgres://lockstep:secret@db.example/lockstep', 'without TLS'],
    ['postgres', 'DATABASE_URL', 'postgres://lockstep:secret@db.example/lockstep?sslmode=disable', 'without TLS'],
    ['postgres', 'DATABASE_URL', 'postgres://lockstep@localhost/lockstep?host=db.example', 'without TLS'],
    ['postgres', 'DATABASE_URL', 'postgres://lockstep@db.example/lockstep?sslmode=no-verify', 'any certificate'],
    [
      'postgres',
      'DATABASE_URL',
      'postgres://lockstep@db.example/lockstep?uselibpqcompat=true&sslmode=require',
      'any certificate',
    ],
    ['redis', 'REDIS_URL', 'redis://:secret@cache.example:6379', 'without TLS'],
    ['smtp', 'SMTP_URL', 'smtp://user:secret@mail.example?ignoreTLS=true', 'remove ignoreTLS'],
    ['smtp', 'SMTP_URL', 'smtp://mail.example?requireTLS=false', 'remove requireTLS'],
    ['smtp', 'SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'remove tls.rejectUnauthorized'],
  ])('of %s need TLS, or the word: %s=%s', (connection, name, url, problem) => {
    const env = { ...here, ...(name === 'SMTP_URL' ? mail : {}), [name]: url }
    expect(() => readConfig(env)).toThrow(problem)
    expect(() => readConfig(env)).not.toThrow('secret')
    expect(() => readConfig({ ...env, INSECURE_CONNECTIONS: 'nothing' })).toThrow('INSECURE_CONNECTIONS must be')
    const others = ['postgres', 'redis', 'smtp'].filter((other) => other !== connection).join()
    expect(() => readConfig({ ...env, INSECURE_CONNECTIONS: others })).toThrow(problem)
    expect(readConfig({ ...env, INSECURE_CONNECTIONS: connection })).toMatchObject({ [name]: url })
  })

  it.each([
    ['DATABASE_URL', 'postgres://lockstep@db.example/lockstep?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://lockstep@db.example/lockstep?sslmode=verify-ca'],
    ['DATABASE_URL', 'postgres://lockstep@db.example/lockstep?sslmode=require'],
    ['DATABASE_URL', 'postgres://lockstep@[::1]/lockstep'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun%2Fpostgresql/lockstep'],
    ['DATABASE_URL', 'postgres://lockstep@db.example/lockstep?host=/var/run/postgresql'],
    ['REDIS_URL', 'rediss://cache.example'],
    ['REDIS_URL', 'redis://[::1]:6379'],
    ['SMTP_URL', 'smtp://127.0.0.1:25?ignoreTLS=true'],
    ['SMTP_URL', 'smtp://mail.example'],
    ['SMTP_URL', 'smtps://mail.example?tls.servername=mail.internal'],
  ])('are safe with %s=%s', (name, url) => {
    expect(readConfig({ ...here, ...(name === 'SMTP_URL' ? mail : {}), [name]: url })).toMatchObject({ [name]: url })
  })

  it('name a certificate that can’t be read', () => {
    const url = 'postgres://lockstep:secret@db.example/lockstep?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'
    expect(() => readDatabaseUrl({ DATABASE_URL: url })).toThrow('names the file /nowhere/ca.pem, which can’t be read')
  })

  it('need TLS for migrations and backups too', () => {
    const DATABASE_URL = 'postgres://lockstep@db.example/lockstep'
    const backup = { BACKUP_DIR: '/backups', BACKUP_KEY: Buffer.alloc(32, 1).toString('base64'), DATABASE_URL }
    expect(() => readDatabaseUrl({ DATABASE_URL })).toThrow('add ?sslmode=verify-full')
    expect(readDatabaseUrl({ DATABASE_URL, INSECURE_CONNECTIONS: 'postgres' })).toBe(DATABASE_URL)
    expect(() => readBackupConfig(backup)).toThrow('add ?sslmode=verify-full')
    expect(readBackupConfig({ ...backup, INSECURE_CONNECTIONS: 'postgres' })).toMatchObject({ DATABASE_URL })
  })

  it.each([
    ['smtp://mail.example', undefined, true],
    ['smtp://mail.example', 'smtp', false],
    ['smtp://mail.example', 'redis', true],
    ['smtp://localhost:25', undefined, false],
  ])('with SMTP_URL=%s and INSECURE_CONNECTIONS=%s: STARTTLS required is %s', (url, words, isRequired) => {
    expect(requiresStartTls(readConfig({ ...here, ...mail, SMTP_URL: url, INSECURE_CONNECTIONS: words }))).toBe(
      isRequired,
    )
  })
})

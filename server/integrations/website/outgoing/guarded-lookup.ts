import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isCallable } from './public-address.ts'

/** The address stands for a network of somebody's own, or for this machine. */
export class ForbiddenAddress extends Error {
  constructor() {
    super('The address leads to a private network')
    this.name = 'AddressRefused'
  }
}

/**
 * Finds what a name stands for, for the connection that is then made to just that: asking first and connecting later
 * would let a name change its mind in between.
 */
export function guardedLookup(rules: { allowsLoopback: boolean }): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const allowed = found.filter(({ address }) => isCallable(address, rules))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress(), '')
      return options.all ? callback(null, allowed) : answerOne(callback, first)
    })
  }
}

const answerOne = (callback: Parameters<LookupFunction>[2], { address, family }: LookupAddress) =>
  callback(null, address, family)

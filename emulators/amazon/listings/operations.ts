import type { Operation } from '../operation.ts'
import { getListing } from './get-listing.ts'
import { getRestrictions } from './get-restrictions.ts'
import { searchListings } from './search-listings.ts'
import { deleteListing, patchListing, putListing } from './write-listing.ts'

const seller = '/listings/2021-08-01/items/:sellerId' as const
const item = `${seller}/:sku` as const

export const listingsOperations: Operation[] = [
  { name: 'searchListingsItems', method: 'GET', path: seller, rate: 5, burst: 5, answer: searchListings },
  { name: 'getListingsItem', method: 'GET', path: item, rate: 5, burst: 10, answer: getListing },
  { name: 'putListingsItem', method: 'PUT', path: item, rate: 5, burst: 10, answer: putListing },
  { name: 'patchListingsItem', method: 'PATCH', path: item, rate: 5, burst: 5, answer: patchListing },
  { name: 'deleteListingsItem', method: 'DELETE', path: item, rate: 5, burst: 5, answer: deleteListing },
  {
    name: 'getListingsRestrictions',
    method: 'GET',
    path: '/listings/2021-08-01/restrictions',
    rate: 5,
    burst: 10,
    answer: getRestrictions,
  },
]

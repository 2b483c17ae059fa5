import type * as Catalog from '@sp-api-sdk/catalog-items-api-2022-04-01'
import type * as Listings from '@sp-api-sdk/listings-items-api-2021-08-01'
import type * as ProductTypes from '@sp-api-sdk/product-type-definitions-api-2020-09-01'
import { expect, it } from 'vitest'
import type { getCatalogItem, searchCatalogItems } from '../catalog.ts'
import type {
  deleteListingsItem,
  getListingsItem,
  patchListingsItem,
  putListingsItem,
  searchListingsItems,
} from '../listings.ts'
import type { getDefinitionsProductType, searchDefinitionsProductTypes } from '../product-types.ts'
import { reads, sends } from './fit.ts'

it('the catalogue fits the types of the SDK', () => {
  expect(sends<typeof searchCatalogItems, Catalog.CatalogItemsApiSearchCatalogItemsRequest>()).toBe(true)
  expect(reads<typeof searchCatalogItems, Catalog.ItemSearchResults>()).toBe(true)
  expect(sends<typeof getCatalogItem, Catalog.CatalogItemsApiGetCatalogItemRequest>()).toBe(true)
  expect(reads<typeof getCatalogItem, Catalog.Item>()).toBe(true)
})

it('read listings fit the types of the SDK', () => {
  expect(sends<typeof searchListingsItems, Listings.ListingsItemsApiSearchListingsItemsRequest>()).toBe(true)
  expect(reads<typeof searchListingsItems, Listings.ItemSearchResults>()).toBe(true)
  expect(sends<typeof getListingsItem, Listings.ListingsItemsApiGetListingsItemRequest>()).toBe(true)
  expect(reads<typeof getListingsItem, Listings.Item>()).toBe(true)
})

it('written listings fit the types of the SDK', () => {
  expect(sends<typeof putListingsItem, Listings.ListingsItemsApiPutListingsItemRequest>()).toBe(true)
  expect(reads<typeof putListingsItem, Listings.ListingsItemSubmissionResponse>()).toBe(true)
  expect(sends<typeof patchListingsItem, Listings.ListingsItemsApiPatchListingsItemRequest>()).toBe(true)
  expect(reads<typeof patchListingsItem, Listings.ListingsItemSubmissionResponse>()).toBe(true)
  expect(sends<typeof deleteListingsItem, Listings.ListingsItemsApiDeleteListingsItemRequest>()).toBe(true)
  expect(reads<typeof deleteListingsItem, Listings.ListingsItemSubmissionResponse>()).toBe(true)
})

it('product types fit the types of the SDK', () => {
  type Search = ProductTypes.ProductTypeDefinitionsApiSearchDefinitionsProductTypesRequest
  type Question = ProductTypes.ProductTypeDefinitionsApiGetDefinitionsProductTypeRequest
  expect(sends<typeof searchDefinitionsProductTypes, Search>()).toBe(true)
  expect(reads<typeof searchDefinitionsProductTypes, ProductTypes.ProductTypeList>()).toBe(true)
  expect(sends<typeof getDefinitionsProductType, Question>()).toBe(true)
  expect(reads<typeof getDefinitionsProductType, ProductTypes.ProductTypeDefinition>()).toBe(true)
})

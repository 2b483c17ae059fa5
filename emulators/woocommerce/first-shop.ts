import { createShop, type Product, type Shop } from './state.ts'

type Given = Partial<Product> & Pick<Product, 'id' | 'name'>

export const newProduct = (given: Given): Product => ({
  type: 'simple',
  parentId: 0,
  status: 'publish',
  sku: '',
  gtin: '',
  regularPrice: 1000,
  salePrice: null,
  manageStock: true,
  stockQuantity: 10,
  backorders: 'no',
  isVirtual: false,
  option: null,
  modifiedAt: '2026-01-01T00:00:00',
  ...given,
})

/** A shop with one of each kind of product that needs care. */
export const firstShop = (): Shop =>
  createShop({
    slug: 'alder-and-pine',
    name: 'Alder &amp; Pine',
    lastId: 100,
    products: [
      newProduct({ id: 11, name: 'Salt &amp; Pepper Mill', sku: 'MILL-1', gtin: '4006381333931', regularPrice: 2400 }),
      newProduct({ id: 12, name: 'Oak Board', sku: 'BOARD-1', regularPrice: 3800, salePrice: 3200, stockQuantity: 6 }),
      newProduct({
        id: 13,
        name: 'Gift Card',
        sku: 'CARD-25',
        regularPrice: 2500,
        isVirtual: true,
        manageStock: false,
        stockQuantity: null,
      }),
      newProduct({
        id: 14,
        name: 'Linen Towel',
        sku: 'TOWEL-1',
        regularPrice: 1600,
        manageStock: false,
        stockQuantity: null,
      }),
      newProduct({ id: 20, name: 'Wool Cap', type: 'variable', sku: 'CAP', manageStock: false, stockQuantity: null }),
      newProduct({ id: 21, name: 'Wool Cap', type: 'variation', parentId: 20, option: 'Black', regularPrice: 1500 }),
      newProduct({ id: 22, name: 'Wool Cap', type: 'variation', parentId: 20, option: 'White', regularPrice: 1500 }),
      newProduct({ id: 30, name: 'Wool Socks', type: 'variable', sku: 'SOCK', stockQuantity: 20 }),
      newProduct({
        id: 31,
        name: 'Wool Socks',
        type: 'variation',
        parentId: 30,
        option: 'S',
        sku: 'SOCK-S',
        manageStock: 'parent',
        stockQuantity: null,
      }),
      newProduct({ id: 40, name: 'Bench Set', type: 'grouped', sku: 'SET-1', manageStock: false, stockQuantity: null }),
    ],
  })

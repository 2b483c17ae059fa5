import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { Suspense, useState } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { Button } from '#web/ui/button.tsx'

const CartDrawer = lazyPart(async () => (await import('./cart-drawer.tsx')).CartDrawer)

export function TryCart() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onFocus={CartDrawer.preload} onPointerEnter={CartDrawer.preload} onClick={() => setIsOpen(true)}>
        <ShoppingBasket aria-hidden />
        Try a cart
      </Button>
      <Suspense>{isOpen && <CartDrawer onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

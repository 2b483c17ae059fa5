import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { Suspense, useState } from 'react'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { Button } from '#web/ui/button.tsx'

const CartDrawer = lazyScreen(async () => (await import('./cart-drawer.tsx')).CartDrawer)

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

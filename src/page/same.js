// Lists that are drawn again and again.

/// Leaves what is there alone, and the focus in it, as long as it would look the same.
export function replaceIfChanged(parent, children) {
  const isSame = parent.children.length === children.length && children.every((child, index) => child.isEqualNode(parent.children[index]));
  if (!isSame) parent.replaceChildren(...children);
}

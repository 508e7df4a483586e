/** Replaces a function by the same one to anyone who looks at it; `look` sees result, arguments and `this`, and cannot break it. */
export function watchFunction(holder, name, look) {
  holder[name] = new Proxy(holder[name], {
    apply(target, self, args) {
      const result = Reflect.apply(target, self, args)
      try {
        look(result, args, self)
      } catch {
        // What the spy cannot understand, it does not see.
      }
      return result
    },
  })
}

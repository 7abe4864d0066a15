import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'sharp') throw new Error('Could not load the "sharp" module');
    return next(specifier, context);
  },
});

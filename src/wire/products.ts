export * from '../values/products.ts';

// The config.json of a model of one's own, as a reader would open it: Llama 3 8B's shape.
export const CONFIG = {
  model_type: "llama",
  num_hidden_layers: 32,
  hidden_size: 4096,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  intermediate_size: 14336,
  vocab_size: 128256,
};
